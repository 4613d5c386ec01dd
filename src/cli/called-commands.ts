import { Command, Option } from 'commander'

/** The program; a command of it has its options only when it is called: to make those of all takes longer than the help. */
export class Program extends Command {
  readonly #isCalled: (name: string) => boolean

  constructor(isCalled: (name: string) => boolean) {
    super('rwa-batch')
    this.#isCalled = isCalled
  }

  override createCommand(name = ''): Command {
    return this.#isCalled(name) ? new Command(name) : new UncalledCommand(name)
  }
}

/** The help of the program shows of options only that there are some: one stands for all. */
class UncalledCommand extends Command {
  override option(): this {
    return this.options.length > 0 ? this : super.addOption(new Option('--any'))
  }

  override addOption(): this {
    return this.option()
  }

  override createCommand(name?: string): Command {
    return new UncalledCommand(name)
  }
}
