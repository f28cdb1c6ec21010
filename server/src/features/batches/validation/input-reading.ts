import type { BatchProblem, LineEndpoint } from '@svc/contract';
import { SealingKey, type KeyMaterial } from '#sealing';
import { LineSeal } from '../line-seal.ts';
import { LineSplitter, type SplitLine } from './line-splitter.ts';
import type { LineProblem } from './line-problem.ts';
import { parseLine, type LineRules } from './parse-line.ts';

/** Blank lines that a full file may end with. */
const MAX_BLANK_AT_END = 10;

export interface InputRules extends LineRules {
  readonly batchId: string;
  readonly mostLines: number;
  readonly mostLineBytes: number;
  readonly mostProblems: number;
  /** Seals the lines of the batch's workspace. */
  readonly key: KeyMaterial;
}

/** An encrypted line to store. */
export interface SealedLine {
  readonly line: number;
  readonly endpoint: LineEndpoint;
  readonly customId: Uint8Array;
  readonly body: Uint8Array;
  readonly bodyBytes: number;
}

/** The outcome of one chunk of the input. */
export interface ChunkRead {
  readonly lines: readonly SealedLine[];
  /** The rest need not be read. */
  readonly isDecided: boolean;
}

export interface InputRead {
  readonly total: number;
  readonly problems: readonly BatchProblem[];
}

/** Parses the input of a batch chunk by chunk (D-BATCH-3). After the first problem no more lines are returned. */
export class InputReading {
  readonly #rules: InputRules;
  readonly #splitter: LineSplitter;
  readonly #seal: LineSeal;
  readonly #linesByCustomId = new Map<string, number>();
  readonly #problems: BatchProblem[] = [];
  /** Lines so far, including blank ones. */
  #line = 0;
  /** Trailing blank lines so far, which are ignored at the end of the file. */
  #blank = 0;
  #hasTooMany = false;
  #lines: SealedLine[] = [];

  constructor(rules: InputRules) {
    this.#rules = rules;
    this.#splitter = new LineSplitter(rules.mostLineBytes);
    this.#seal = new LineSeal(new SealingKey(rules.key));
  }

  read(chunk: Buffer): ChunkRead {
    return this.#readLines(this.#splitter.split(chunk));
  }

  end(): ChunkRead & InputRead {
    const last = this.#readLines(this.#splitter.end());
    if (this.#total === 0 && this.#problems.length === 0)
      this.#note(null, { code: 'invalid_parameter', param: null, message: 'The file has no lines.' });
    return { ...last, total: this.#total, problems: this.#problems };
  }

  get #total(): number {
    return this.#line - this.#blank;
  }

  get #isDecided(): boolean {
    return this.#problems.length >= this.#rules.mostProblems || this.#hasTooMany;
  }

  #readLines(lines: Iterable<SplitLine>): ChunkRead {
    for (const line of lines) {
      if (this.#isDecided) break;
      this.#readLine(line);
    }
    const read = this.#problems.length > 0 ? [] : this.#lines;
    this.#lines = [];
    return { lines: read, isDecided: this.#isDecided };
  }

  #readLine(bytes: SplitLine): void {
    this.#line++;
    const { mostLines, mostLineBytes } = this.#rules;
    // Blank lines count too: a file of nothing else would be read for minutes.
    if (this.#line > mostLines + MAX_BLANK_AT_END) return this.#refuseLines(mostLines);
    if (bytes && isBlank(bytes)) return void this.#blank++;
    for (; this.#blank > 0; this.#blank--)
      this.#note(this.#line - this.#blank, {
        code: 'invalid_json',
        param: null,
        message: 'The line is empty.',
      });
    if (this.#line > mostLines) return this.#refuseLines(mostLines);
    if (!bytes) {
      const message = `The line is longer than ${mostLineBytes} bytes.`;
      return this.#note(this.#line, { code: 'payload_too_large', param: null, message });
    }
    this.#parse(bytes);
  }

  #refuseLines(mostLines: number): void {
    this.#hasTooMany = true;
    const message = `A batch takes at most ${mostLines} lines. Divide the file.`;
    this.#note(null, { code: 'invalid_parameter', param: null, message });
  }

  #parse(bytes: Buffer): void {
    const parsed = parseLine(bytes, this.#rules);
    if (!('customId' in parsed)) return parsed.forEach((problem) => this.#note(this.#line, problem));
    const { customId, endpoint, body } = parsed;
    const earlier = this.#linesByCustomId.get(customId);
    if (earlier !== undefined) {
      const message = `The custom_id is that of line ${earlier} already.`;
      return this.#note(this.#line, { code: 'invalid_parameter', param: 'custom_id', message });
    }
    this.#linesByCustomId.set(customId, this.#line);
    if (this.#problems.length > 0) return;
    const { batchId } = this.#rules;
    const line = this.#line;
    this.#lines.push({
      line,
      endpoint,
      customId: this.#seal.seal(customId, batchId, line, 'custom_id'),
      body: this.#seal.seal(body, batchId, line, 'body'),
      bodyBytes: body.length,
    });
  }

  #note(line: number | null, problem: LineProblem): void {
    if (this.#problems.length < this.#rules.mostProblems) this.#problems.push({ line, ...problem });
  }
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09) return false;
  return true;
}
