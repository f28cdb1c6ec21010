import type { Report } from './report.ts';
import type { SummaryRow } from './summary.ts';
import type { Verdict } from './targets.ts';

/** From this share on, the load generator and the mock limit what is measured. */
const LOAD_BOUND_SHARE = 0.9;
const MEBIBYTE = 1024 * 1024;

/** The report as a page: machine, versions, one table per scenario, ratios against the targets. */
export function renderMarkdown(report: Report): string {
  const scenarios = Map.groupBy(report.rows, ({ scenario }) => scenario);
  return [
    `# Benchmark of ${report.startedAt}`,
    ...report.facts.map((fact) => `- ${fact}`),
    ...report.contenders.map(({ name, version }) => `- ${name}: ${version}`),
    ...report.missing.map(({ name, reason }) => `- ${name}: not measured (${reason})`),
    ...report.failed.map((failure) => `- FAILED ${failure}`),
    '',
    ...[...scenarios].flatMap(([scenario, rows]) => [
      `## ${scenario}: ${report.about[scenario] ?? ''}`,
      '',
      ...scenarioTable(rows),
      '',
    ]),
    '## Targets',
    '',
    ...table(['target', 'value', 'bound', 'met'], report.verdicts.map(verdictCells)),
    '',
  ].join('\n');
}

function scenarioTable(rows: readonly SummaryRow[]): string[] {
  if (rows.some(({ uploads }) => uploads !== undefined)) return uploadTable(rows);
  if (rows.some(({ batch }) => batch !== undefined)) return batchTable(rows);
  const streaming = rows.some(({ streams }) => streams !== undefined);
  return streaming
    ? table(
        [
          'contender',
          'events/s',
          'first event p50 ms',
          'p99 ms',
          'delay p50 ms',
          'p99 ms',
          'lost streams',
          'lost events',
          'RSS idle MB',
          'RSS open MB',
          'KB/stream',
          ...SHARE_HEADINGS,
        ],
        rows.map(streamCells),
      )
    : table(
        [
          'contender',
          'requests/s',
          'p50 ms',
          'p99 ms',
          'added p50 ms',
          'failures',
          'RSS start MB',
          'RSS peak MB',
          ...SHARE_HEADINGS,
        ],
        rows.map((row) => requestCells(row, rows)),
      );
}

function uploadTable(rows: readonly SummaryRow[]): string[] {
  const headings = ['contender', 'MB/s', 'alone p50 ms', 'p99 ms', 'beside p50 ms', 'p99 ms', 'failures'];
  return table(
    [...headings, 'RSS idle MB', 'RSS peak MB', ...SHARE_HEADINGS],
    rows.map((row) => [
      row.contender,
      ...(row.uploads
        ? [
            (row.uploads.bytesPerSecond / 1e6).toFixed(0),
            row.uploads.aloneP50Ms.toFixed(2),
            row.uploads.aloneP99Ms.toFixed(2),
            row.uploads.besideP50Ms.toFixed(2),
            row.uploads.besideP99Ms.toFixed(2),
          ]
        : []),
      String(row.failures),
      megabytes(row.idleBytes),
      megabytes(row.loadedBytes),
      ...shareCells(row),
    ]),
  );
}

function batchTable(rows: readonly SummaryRow[]): string[] {
  const headings = [
    'contender',
    'live/s',
    'lines/s',
    'beside live',
    'live p99 ms',
    'beside lines',
    'failures',
  ];
  return table(
    [...headings, 'RSS idle MB', 'RSS peak MB', ...SHARE_HEADINGS],
    rows.map((row) => [
      row.contender,
      ...(row.batch
        ? [
            row.batch.livePerSecond.toFixed(0),
            row.batch.linesPerSecond.toFixed(0),
            row.batch.linesBesidePerSecond.toFixed(0),
            row.batch.aloneP99Ms.toFixed(2),
            row.batch.besideP99Ms.toFixed(2),
          ]
        : []),
      String(row.failures),
      megabytes(row.idleBytes),
      megabytes(row.loadedBytes),
      ...shareCells(row),
    ]),
  );
}

const SHARE_HEADINGS = ['cpu', 'load cpu', 'others cpu', 'steal'];

function requestCells(row: SummaryRow, rows: readonly SummaryRow[]): string[] {
  const { requests } = row;
  if (!requests) return [row.contender];
  const directMs = rows.find(({ contender }) => contender === 'direct')?.requests?.p50Ms;
  const unanswered = requests.unanswered > 0 ? ` (${requests.unanswered} unanswered)` : '';
  return [
    row.contender,
    `${row.loadCpuShare > LOAD_BOUND_SHARE ? '≥ ' : ''}${requests.requestsPerSecond.toFixed(0)}`,
    requests.p50Ms.toFixed(2),
    requests.p99Ms.toFixed(2),
    directMs === undefined ? '' : (requests.p50Ms - directMs).toFixed(2),
    `${row.failures}${unanswered}`,
    megabytes(row.startedBytes),
    megabytes(row.loadedBytes),
    ...shareCells(row),
  ];
}

function streamCells(row: SummaryRow): string[] {
  const { streams } = row;
  if (!streams) return [row.contender];
  return [
    row.contender,
    streams.eventsPerSecond.toFixed(0),
    streams.firstEventP50Ms.toFixed(1),
    streams.firstEventP99Ms.toFixed(1),
    streams.eventDelayP50Ms.toFixed(1),
    streams.eventDelayP99Ms.toFixed(1),
    String(row.failures),
    String(streams.lostEvents + streams.disorderedEvents),
    megabytes(row.idleBytes),
    megabytes(row.loadedBytes),
    row.idleBytes === 0 ? '' : (streams.bytesPerStream / 1024).toFixed(1),
    ...shareCells(row),
  ];
}

function shareCells(row: SummaryRow): string[] {
  return [row.contenderCpuShare, row.loadCpuShare, row.otherCpuShare, row.stealShare].map((share) =>
    share.toFixed(2),
  );
}

function verdictCells({ target, value, atLeast, atMost, met }: Verdict): string[] {
  const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
  return [
    target,
    value === undefined ? 'not measured' : value.toFixed(2),
    bound,
    met === undefined ? '' : met ? 'yes' : '**NO**',
  ];
}

function megabytes(bytes: number): string {
  return bytes === 0 ? '' : (bytes / MEBIBYTE).toFixed(0);
}

/** Columns are padded, so that the same text reads well on a terminal. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[0] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(headings), rule, ...rows.map(line)];
}
