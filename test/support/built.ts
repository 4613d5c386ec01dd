/** The address of a compiled module, for processes that a test starts; e.g. `support/sqlite`. */
export function builtModule(name: string): string {
  return new URL(`../../dist/${name}.js`, import.meta.url).href
}
