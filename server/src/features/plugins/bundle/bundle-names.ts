import { invalidPlugin } from './invalid-plugin.ts';

const MAX_NAME_CHARACTERS = 1000;
const MAX_DEPTH = 32;
// oxlint-disable-next-line no-control-regex -- what no name of a file may hold
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * The names of a bundle's entries, each of which must be a place of its own in the folder it is unpacked to, on file systems that tell letter case
 * apart and on those that do not. Absolute names and `..` are refused by the reader of archives.
 */
export class BundleNames {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** Throws 400 `invalid_plugin`. */
  add(name: string): void {
    const parts = name.replace(/\/$/, '').split('/');
    if (name.length > MAX_NAME_CHARACTERS || parts.length > MAX_DEPTH)
      throw invalidPlugin(
        `The name of an entry is longer than ${MAX_NAME_CHARACTERS} characters or deeper than ${MAX_DEPTH} folders.`,
      );
    if (CONTROL.test(name) || parts.some((part) => part === '' || part === '.'))
      throw invalidPlugin(`The entry ${JSON.stringify(name)} has a name that cannot be unpacked.`);
    // Once for all folders of a name: a name of combining characters takes a millisecond.
    const own = toKey(parts.join('/'));
    for (let end = own.indexOf('/'); end !== -1; end = own.indexOf('/', end + 1))
      this.#addFolder(own.slice(0, end), name);
    if (name.endsWith('/')) return this.#addFolder(own, name);
    if (this.#files.has(own) || this.#folders.has(own))
      throw invalidPlugin(
        `The entry ${JSON.stringify(name)} is in the bundle twice; letter case does not tell entries apart.`,
      );
    this.#files.add(own);
  }

  #addFolder(folder: string, name: string): void {
    if (this.#files.has(folder))
      throw invalidPlugin(`The entry ${JSON.stringify(name)} is inside of another file of the bundle.`);
    this.#folders.add(folder);
  }
}

function toKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
