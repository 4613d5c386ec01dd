import { onTestFinished } from 'vitest'
import { ledgerAt } from '../../rooms/ledger.ts'
import type { PostgresServer } from '../../support/postgres.ts'
import type { TestedStore } from '../port/suite.ts'
import { ask } from './database.ts'

const emptySchema = `
  DO $$ DECLARE found record; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR found IN SELECT oid::regclass AS name, relkind, relname FROM pg_class
                  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'S') LOOP
      IF found.relkind = 'S' THEN PERFORM setval(found.name, 1, false);
      ELSIF found.relname NOT IN ('meta', 'counters') THEN EXECUTE 'DELETE FROM ' || found.name;
      END IF;
    END LOOP;
    UPDATE counters SET next_id = 1;
    DELETE FROM meta WHERE key NOT IN ('version', 'ledger_id');
    UPDATE meta SET value = gen_random_uuid() WHERE key = 'ledger_id';
  END $$`

/**
 * Makes stores that are opened in a schema which an earlier test has left: to make one costs the server 25 ms. `prepare` is
 * given the owner's address of one that is new, and resolves to that of the user who opens it.
 */
export function reuseSchemas(
  server: PostgresServer,
  prepare: (address: string) => Promise<string> = async (address) => address,
): () => TestedStore {
  const left = new Set<string>()
  const openedAt = new Map<string, string>()
  return () => {
    const unused = server.address()
    const store: TestedStore = ledgerAt(unused, {})
    store.open = async (options) => {
      const [earlier] = left
      if (earlier !== undefined) {
        left.delete(earlier)
        await ask(earlier, emptySchema)
      }
      const address = earlier ?? unused
      const opened = earlier === undefined ? await prepare(unused) : openedAt.get(earlier)
      openedAt.set(address, opened ?? address)
      let isLeft = false
      store.leave = () => {
        if (!isLeft) left.add(address)
        isLeft = true
      }
      // After its ledgers were closed: what is registered first is done last.
      onTestFinished(store.leave)
      return Object.assign(store, ledgerAt(opened ?? address, {})).open(options)
    }
    return store
  }
}
