import type { CodeBlock } from './code-blocks.ts';

/** Languages that run, and how their file is started. */
const PROGRAMS: Readonly<Record<string, readonly [command: string, extension: string]>> = {
  js: ['node', 'mjs'],
  python: ['python3', 'py'],
};

export function isRun({ language, mark }: CodeBlock): boolean {
  return (
    (language === 'sh' || language in PROGRAMS) && ['run', 'saved', 'fails', 'prints'].includes(mark.kind)
  );
}

/**
 * One shell script of all blocks of a page that run, in their order, as somebody would paste them who reads it. What a block prints is in
 * `out-LINE`; the line of the block that runs is in `at`, where a failure leaves it. A request that is refused is a failure.
 */
export function pageScript(blocks: readonly CodeBlock[]): string {
  const parts = blocks.filter(isRun).map((block) => {
    const { line, mark, code } = block;
    const expected = mark.kind === 'fails' ? mark.status : '';
    return [`echo ${line} >at; EXPECTED=${expected}`, `{\n${commandsOf(block, code)}} >out-${line}`].join(
      '\n',
    );
  });
  return [PRELUDE, ...parts].join('\n');
}

function commandsOf({ language, line, file, mark }: CodeBlock, code: string): string {
  const program = PROGRAMS[language];
  if (!program) return code;
  const [command, extension] = program;
  const name = file ?? `block-${line}.${extension}`;
  return `cat >${name} <<'END OF BLOCK'\n${code}END OF BLOCK\n${mark.kind === 'saved' ? '' : `${command} ${name}\n`}`;
}

const PRELUDE = `set -euo pipefail
curl() {
  if [ -z "$EXPECTED" ]; then command curl --fail-with-body --no-progress-meter "$@"; return; fi
  command curl --no-progress-meter --dump-header head "$@"
  grep -q " $EXPECTED " head || { echo "expected $EXPECTED" >&2; return 1; }
}`;
