import { useState } from 'react';
import { packMiddle, pageReader } from './packed-pages.ts';
import { usePagedList, type ListOptions, type PagedList } from './pages.ts';

/** A list of what has happened, in which people scroll far. Of long ones `rows` has holes, which `rowAt` fills. */
export function useLog<Item>(options: ListOptions<Item>): PagedList<Item> {
  const list = usePagedList({ ...options, structuralSharing: packMiddle });
  const [read] = useState(() => pageReader<Item>());
  return { ...list, rowAt: (index) => list.rows[index] ?? read(list.pages, index) };
}
