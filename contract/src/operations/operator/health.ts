import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import { Node } from '../../schemas/operator/node.ts';
import { Traffic, trafficQuery } from '../../schemas/operator/traffic.ts';
import { operatorOperation } from './operator-operation.ts';

/** How the deployment is doing: its traffic and its nodes. */
export const OPERATOR_HEALTH_OPERATIONS = [
  operatorOperation({
    id: 'readTraffic',
    method: 'GET',
    isLive: true,
    path: '/operator/v1/traffic',
    summary: 'Read rates, errors and latencies of model calls over time',
    query: trafficQuery,
    response: Traffic,
  }),
  operatorOperation({
    id: 'listNodes',
    method: 'GET',
    isLive: true,
    path: '/operator/v1/nodes',
    summary: 'List the nodes and how each is doing',
    query: pageQuery,
    response: listOf(Node),
  }),
] as const;
