import { readFile } from 'node:fs/promises';
import type { GeneratedFile } from '../generate.ts';

const DEPLOY = new URL('../../deploy/', import.meta.url);

/** A chart can read files of its own folder only: by what it is of, and where it is there. */
const COPIES = {
  'prometheus/alerts.yaml': 'alerts.yaml',
  'grafana/svc.json': 'dashboard.json',
};

export function outputs(): Promise<GeneratedFile[]> {
  return Promise.all(
    Object.entries(COPIES).map(async ([from, to]) => ({
      path: `deploy/helm/svc/files/${to}`,
      text: await readFile(new URL(from, DEPLOY), 'utf8'),
    })),
  );
}
