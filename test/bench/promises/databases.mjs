import pg from 'pg'

/** The databases of the tools that keep one, on one server: each scene has its own. */
export class Databases {
  #client
  #address
  #count = 0

  /** @param {string} address of the server's first database */
  constructor(address) {
    this.#address = address
    this.#client = new pg.Client({ connectionString: address })
  }

  connect() {
    return this.#client.connect()
  }

  nextName() {
    this.#count += 1
    return `scene_${this.#count}`
  }

  /** @param {string} name */
  addressOf(name) {
    return this.#address.replace('/postgres?', `/${name}?`)
  }

  /** @param {string} name */
  async create(name) {
    await this.#client.query(`CREATE DATABASE ${name}`)
  }

  /** Fails while a tool is connected. @param {string} name @returns {Promise<() => Promise<void>>} puts it back */
  async copy(name) {
    const copy = `${name}_copy`
    await this.#client.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`)
    const before = await this.countCommits(name)
    return async () => {
      const { writing } = await this.countCommits(name)
      if (writing === before.writing) throw new Error('the state is what it was when it was copied')
      await this.#client.query(`DROP DATABASE ${name}`)
      await this.#client.query(`ALTER DATABASE ${copy} RENAME TO ${name}`)
    }
  }

  /** @param {string} name */
  async drop(name) {
    for (const one of [name, `${name}_copy`]) await this.#client.query(`DROP DATABASE IF EXISTS ${one} WITH (FORCE)`)
  }

  /**
   * Transactions that wrote something take a number; nothing else writes to this server. The statistics count those that
   * only read, too.
   * @param {string} name
   */
  async countCommits(name) {
    const { rows } = await this.#client.query(
      `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next, xact_commit AS all
       FROM pg_stat_database WHERE datname = $1`,
      [name],
    )
    return { writing: Number(rows[0].next), all: Number(rows[0].all) }
  }

  close() {
    return this.#client.end()
  }
}
