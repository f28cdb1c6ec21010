import { formatPath } from '../format-path.ts';
import { text, type Path } from '../read-loosely.ts';

export type Report = (path: Path, message: string) => void;

export function checkDuplicates(entries: readonly unknown[], key: string, path: Path, report: Report): void {
  const first = new Map<string, number>();
  entries.forEach((entry, index) => {
    const id = text(entry, key);
    if (id === undefined) return;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    else report([...path, index, key], `"${id}" is already used at ${formatPath([...path, earlier])}`);
  });
}
