import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { createHost } from '../support/host.ts'

const whole = createProgram(createHost(), () => {}, true)

it('the help of the program is the same whether its commands have their options or not', () => {
  const called = createProgram(createHost(['--help']), () => {})
  expect(called.helpInformation()).toBe(whole.helpInformation())
  expect(called.commands.map(({ options }) => options.length)).not.toContainEqual(expect.toSatisfy((n) => n > 1))
})

it.each(whole.commands.map((command) => command.name()))('%s has all its options when it is called', (name) => {
  const called = createProgram(createHost(['--quiet', name, 'some.xlsx']), () => {})
  const [helps, wholeHelps] = [called, whole].map((program) => helpsOf(find(program, name)))
  expect(helps).toEqual(wholeHelps)
})

function find(program: Command, name: string): Command | undefined {
  return program.commands.find((command) => command.name() === name)
}

function helpsOf(command: Command | undefined): readonly string[] {
  return command === undefined ? [] : [command.helpInformation(), ...command.commands.flatMap(helpsOf)]
}
