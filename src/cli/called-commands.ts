import { Command, Option } from 'commander'

/** Only the called command builds its options: building those of all commands takes longer than printing the help. */
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

/** The program's help only shows that a command has options: one stands for all. */
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
