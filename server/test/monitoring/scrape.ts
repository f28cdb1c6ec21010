import { readFileSync } from 'node:fs';

/** A sample of `/metrics`: its metric, with `_bucket`, `_sum` and `_count` taken off, its labels and its value. */
export interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Scrape {
  /** Names of all metrics, with or without samples. */
  readonly metrics: readonly string[];
  readonly samples: readonly Sample[];
  /** The value of the one sample of this name and labels, with its suffix; undefined if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

export async function scrape(port: number): Promise<Scrape> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const metrics = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
  const lines = [...text.matchAll(/^(svc_\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...(labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, labelValue]) => [
        label!,
        labelValue!,
      ]),
    ),
    value: Number(value),
  }));
  return {
    metrics,
    samples: lines.map(({ name, ...sample }) => ({
      ...sample,
      metric: metrics.includes(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
    })),
    value: (name, labels = {}) =>
      lines.find(
        (line) =>
          line.name === name &&
          Object.entries(labels).every(([label, value]) => line.labels[label] === value),
      )?.value,
  };
}

/** The rows of the tables of metrics in docs/monitoring.md, one metric each: its name and its labels. */
export function documentedMetrics(): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(svc_\w+)` \| (.*?) ?\| .+ \|$/gm)];
  return new Map(
    rows.map(([, name, labels]) => [name!, [...labels!.matchAll(/`(\w+)`/g)].map((l) => l[1]!)]),
  );
}
