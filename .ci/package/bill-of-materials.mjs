import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * CycloneDX, from npm's own list for the lock file: of it the packages that are loaded at run time, those that the build
 * packs into the program and the page, and Node.js itself.
 * @param {{ root: string, nodeVersion: string, packages: readonly string[] }} facts
 */
export function makeBillOfMaterials({ root, nodeVersion, packages }) {
  const shown = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  })
  const whole = JSON.parse(shown)
  const names = new Set([...packages.map((place) => identify(join(place, 'package.json'))), ...listBundled(root)])
  const node = {
    'bom-ref': `node@${nodeVersion}`,
    type: 'application',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  }
  /** @param {{ group?: string, name: string, version: string }} component */
  const isInside = ({ group, name, version }) => names.has(`${group === undefined ? '' : `${group}/`}${name}@${version}`)
  const components = [...whole.components.filter(isInside), node]
  const missing = names.size + 1 - components.length
  if (missing !== 0) throw new Error(`${missing} packages are not in the lock file`)
  const refs = new Set([whole.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])])
  const dependencies = whole.dependencies
    .filter((/** @type {{ ref: string }} */ each) => refs.has(each.ref))
    .map((/** @type {{ ref: string, dependsOn: string[] }} */ each) => ({
      ref: each.ref,
      dependsOn: each.dependsOn.filter((ref) => refs.has(ref)),
    }))
  // Number and time are of the moment at which npm was asked, and the name is its folder's.
  const { serialNumber: _, ...rest } = whole
  const { timestamp: __, ...metadata } = whole.metadata
  metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  return `${JSON.stringify({ ...rest, metadata, components, dependencies }, null, 2)}\n`
}

/** The build's list of licences begins each entry with name and version. @param {string} root */
function listBundled(root) {
  const text = readFileSync(join(root, 'dist/THIRD-PARTY.txt'), 'utf8')
  return text.split('\n----------\n\n').map((entry) => {
    const [, name, version] = /^(\S+) (\S+) \(/.exec(entry) ?? []
    return `${name}@${version}`
  })
}

/** @param {string} manifest */
function identify(manifest) {
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return `${name}@${version}`
}
