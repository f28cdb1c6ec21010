import { listOf, pageQuery } from '../../schemas/administration/page.ts';
import {
  AnyRequest,
  anyRequestQuery,
  AnyRequestRecord,
  ConfigurationFile,
  configurationReload,
  EffectiveConfiguration,
  NodeState,
  ReloadedConfiguration,
} from '../../schemas/operator/deployment.ts';
import { OperatorEvent, operatorEventQuery } from '../../schemas/operator/event.ts';
import { OperatorAccount } from '../../schemas/operator/operator-account.ts';
import { OperatorKey } from '../../schemas/operator/key.ts';
import { operatorOperation } from './operator-operation.ts';

/** The deployment itself: single requests, engines, settings, and who operates it. */
export const OPERATOR_DEPLOYMENT_OPERATIONS = [
  operatorOperation({
    id: 'listAnyRequests',
    method: 'GET',
    path: '/operator/v1/requests',
    summary: 'List model calls of all organizations',
    query: anyRequestQuery,
    response: listOf(AnyRequest),
  }),
  operatorOperation({
    id: 'readAnyRequest',
    method: 'GET',
    path: '/operator/v1/requests/{request_id}',
    summary: 'Read the record of a model call of any organization',
    response: AnyRequestRecord,
    errors: ['request_not_found'],
  }),
  operatorOperation({
    id: 'readNodeState',
    method: 'GET',
    path: '/operator/v1/node',
    summary: 'Read engines, models and dependencies of the node that answers',
    response: NodeState,
  }),
  operatorOperation({
    id: 'readConfiguration',
    method: 'GET',
    path: '/operator/v1/configuration',
    summary: 'Read the configuration in force, without secrets',
    response: EffectiveConfiguration,
  }),
  operatorOperation({
    id: 'readConfigurationFile',
    method: 'GET',
    path: '/operator/v1/configuration/file',
    summary: 'Check the configuration file, and compare it with the configuration in force',
    response: ConfigurationFile,
  }),
  operatorOperation({
    id: 'reloadConfiguration',
    method: 'POST',
    path: '/operator/v1/configuration/reload',
    summary: 'Apply the changed configuration file on the node that answers',
    body: () => configurationReload,
    response: ReloadedConfiguration,
  }),
  operatorOperation({
    id: 'listOperatorAccounts',
    method: 'GET',
    path: '/operator/v1/operators',
    summary: 'List operators',
    query: pageQuery,
    response: listOf(OperatorAccount),
  }),
  operatorOperation({
    id: 'listOperatorKeys',
    method: 'GET',
    path: '/operator/v1/keys',
    summary: 'List operator keys',
    query: pageQuery,
    response: listOf(OperatorKey),
  }),
  operatorOperation({
    id: 'listOperatorEvents',
    method: 'GET',
    path: '/operator/v1/events',
    summary: 'List what operators did',
    query: operatorEventQuery,
    response: listOf(OperatorEvent),
  }),
] as const;
