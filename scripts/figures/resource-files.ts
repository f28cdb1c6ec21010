import type { SourceFile } from '../check/source-files.ts';
import { type Figure, type Tree } from './figure.ts';

/** The resource that stands for all: it has operations, limits, audit events, a page, a class of the SDK and a guide. */
const WITNESS = /prompt[-_ ]?templates?|templatesRoute|pageTitles\.templates/i;
/** Its own files and folders. */
const OWN = /prompt-?templates?|\/templates\/|\/prompts?\b|\/templates\.ts$/;
/** A file that names several of these beside it lists resources; one that does not uses prompt templates. */
const SIBLINGS = [/webhook/i, /tunnel/i, /batch/i, /plugin/i];
const MIN_SIBLINGS = 2;

const FOLDERS = /^(?:contract|server|console|sdk)\/src\/|^scripts\/(?:walls|generate)\//;
const DOCUMENTS = new Set(['ARCHITECTURE.md', 'docs/README.md']);
const NOT_KEPT_BY_HAND = /\.test\.tsx?$|\.fixture\.ts$|\/generated\/|\/migrations\//;

function isKeptByHand({ path }: SourceFile): boolean {
  if (DOCUMENTS.has(path)) return true;
  return FOLDERS.test(path) && /\.tsx?$/.test(path) && !NOT_KEPT_BY_HAND.test(path);
}

function listsResources({ text }: SourceFile): boolean {
  return WITNESS.test(text) && SIBLINGS.filter((sibling) => sibling.test(text)).length >= MIN_SIBLINGS;
}

/** Files outside of a resource's own that name it in a list of resources: what a new resource is added to by hand. */
export function resourceFiles({ files }: Tree): Figure[] {
  if (!files.some(({ path }) => path === 'contract/src/resources/prompt-template.ts'))
    throw new Error('The row of prompt templates is gone: choose another resource as the witness.');
  const places = files
    .filter((file) => !OWN.test(file.path) && isKeptByHand(file) && listsResources(file))
    .map(({ path }) => path);
  return [{ name: 'central files per resource', value: places.length, places }];
}
