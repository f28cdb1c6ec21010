import type { Node } from '@svc/contract';
import type { Kysely } from 'kysely';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { HOUR_MS, toTimestamp } from '#kit';
import type { Tables } from '#store';
import { findNodes, nodeExists, type StoredNode } from './store/nodes.ts';

const isNode = isWellFormedId('node');
/** Three reports are missing. */
const LOST_AFTER_MS = 30_000;
/** How long a node that no longer reports is told of. */
export const DROPPED_AFTER_MS = HOUR_MS;

/** All nodes that report, and those that did until a while ago. */
export function listNodes(db: Kysely<Tables>, query: PageQuery, nowMs: number): Promise<ListBody<Node>> {
  return listPage(query, {
    read: (page) => findNodes(db, nowMs - DROPPED_AFTER_MS, page),
    // The folder of a node may name it otherwise.
    hasPlace: (id) => isNode(id) || nodeExists(db, id),
    toItem: (node) => toNode(node, nowMs),
    idOf: ({ id }) => id,
  });
}

function toNode({ id, reported_at: reportedAtMs, report }: StoredNode, nowMs: number): Node {
  const { state, ...received } = report;
  return {
    id,
    type: 'node',
    state: nowMs - reportedAtMs > LOST_AFTER_MS ? 'lost' : state,
    ...received,
    reported_at: toTimestamp(reportedAtMs),
  };
}
