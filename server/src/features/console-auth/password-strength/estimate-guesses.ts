/** How hard a password is to guess. */
export interface GuessEstimate {
  /** Logarithm of the guesses that somebody needs who knows the common passwords and the person. */
  readonly bits: number;
  /** Whether the person's own words are a part of what makes it easy. */
  readonly hasOwnWords: boolean;
}

export interface KnownWords {
  /** The place of a word in a list of common passwords, from 1; undefined: it is not there. */
  rankOf(word: string): number | undefined;
  /** What others know of the person, in small letters. */
  readonly own: ReadonlySet<string>;
}

/** Somebody who tries what people choose needs about ten guesses for a character. */
const CHARACTER_BITS = Math.log2(10);
/** Of a character that follows from the one before it: `aaa`, `345`, `wer`. */
const FOLLOWING_BITS = 0.5;
const OWN_WORD_BITS = 1;
const REPEATED_BITS = 2;
const YEAR_BITS = 7;
/** More guesses for a word that is written with signs for letters. */
const DISGUISE_BITS = 1;
const SHORTEST_WORD = 3;
const MAX_WORD = 24;

const ROWS = [
  '1234567890',
  '!@#$%^&*()_+',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
];
const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The cheapest way to the characters before a place. */
type Step = GuessEstimate;

/**
 * Finds the cheapest way to put the password together from known words, repetitions, runs and single characters. The time is
 * proportional to its length times that of the longest word, whatever the password is: it was written by a stranger.
 */
export function estimateGuesses(password: string, known: KnownWords): GuessEstimate {
  const text = password.normalize('NFKC').toLowerCase();
  const plain = text.replaceAll(/[@4310!$57]/g, (sign) => DISGUISES[sign]!);
  const steps: Step[] = [{ bits: 0, hasOwnWords: false }];
  for (let end = 1; end <= text.length; end++) {
    let best = addBits(steps[end - 1]!, follows(text, end - 1) ? FOLLOWING_BITS : CHARACTER_BITS);
    for (let start = end - SHORTEST_WORD; start >= Math.max(0, end - MAX_WORD); start--) {
      const way = throughWord(steps[start]!, { text, plain, start, end }, known);
      if (way && way.bits < best.bits) best = way;
    }
    steps.push(best);
  }
  return steps.at(-1)!;
}

interface Part {
  readonly text: string;
  /** The text without its disguise. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

function throughWord(step: Step, { text, plain, start, end }: Part, known: KnownWords): Step | undefined {
  const word = text.slice(start, end);
  const undisguised = plain.slice(start, end);
  if (known.own.has(word) || known.own.has(undisguised))
    return { bits: step.bits + OWN_WORD_BITS, hasOwnWords: true };
  if (text.slice(0, start).includes(word)) return addBits(step, REPEATED_BITS);
  if (/^(19|20)\d\d$/.test(word)) return addBits(step, YEAR_BITS);
  const rank = known.rankOf(word);
  if (rank !== undefined) return addBits(step, wordBits(rank));
  const disguised = undisguised === word ? undefined : known.rankOf(undisguised);
  return disguised === undefined ? undefined : addBits(step, wordBits(disguised) + DISGUISE_BITS);
}

function wordBits(rank: number): number {
  return Math.log2(rank) + 1;
}

function addBits(step: Step, bits: number): Step {
  return { bits: step.bits + bits, hasOwnWords: step.hasOwnWords };
}

/** Whether a character is the next one of the one before it, or the same, in the alphabet or on a keyboard. */
function follows(text: string, at: number): boolean {
  if (at === 0) return false;
  const [before, here] = [text[at - 1]!, text[at]!];
  if (Math.abs(before.charCodeAt(0) - here.charCodeAt(0)) <= 1) return true;
  return ROWS.some((row) => row.includes(before + here) || row.includes(here + before));
}
