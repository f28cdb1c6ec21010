/**
 * One hash table of this many entries, four times, so that a vector cut to 256 or 512 numbers keeps its
 * meaning.
 */
const TABLE = 256;
const TABLES = 4;
const WIDTH = TABLE * TABLES;

/**
 * A word counts as a whole, and a little for each run of three letters in it, so that "cat" is near "cats".
 */
const WORD_WEIGHT = 1;
const GRAM_WEIGHT = 0.25;
const GRAM_LETTERS = 3;

const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * A vector of 1,024 numbers made by feature hashing: every word and every three letters of a word (including
 * its ends) adds or subtracts its weight at one entry of each table; a hash gives the entry and the sign.
 * Texts point in the same direction as far as they share words; others are nearly orthogonal. Ignores case,
 * the Unicode form of characters and the order of words. Not normalized, and never all zeros, even in its
 * first 256 numbers.
 */
export function embedText(text: string): Float32Array {
  const vector = new Float32Array(WIDTH);
  const plain = text.normalize('NFKC').toLowerCase();
  // A text without letters or digits counts as one word.
  for (const word of plain.match(WORDS) ?? [plain]) addWord(vector, word);
  // Everything cancelled out, which takes a rare pair of words.
  if (vector.subarray(0, TABLE).every((number) => number === 0))
    add(vector, hashOf(plain, 0, plain.length), WORD_WEIGHT);
  return vector;
}

function addWord(vector: Float32Array, word: string): void {
  add(vector, hashOf(word, 0, word.length), WORD_WEIGHT);
  const marked = `^${word}$`;
  for (let start = 0; start + GRAM_LETTERS <= marked.length; start++) {
    // A different seed than for words: the word "cat" and the letters c, a, t in "scatter" are two features.
    add(vector, mix(hashOf(marked, start, start + GRAM_LETTERS)), GRAM_WEIGHT);
  }
}

function add(vector: Float32Array, hash: number, weight: number): void {
  for (let table = 0; table < TABLES; table++) {
    const mixed = mix(hash + table);
    const index = table * TABLE + (mixed & (TABLE - 1));
    vector[index] = vector[index]! + (mixed < 0 ? -weight : weight);
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the argument. */
function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
