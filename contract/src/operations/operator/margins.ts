import { listOf } from '../../schemas/administration/page.ts';
import {
  MarginReport,
  marginQuery,
  OrganizationMargin,
  organizationMarginQuery,
} from '../../schemas/operator/margin.ts';
import { operatorOperation } from './operator-operation.ts';

/** What engines cost and what is left of retail. Never shown to organizations. */
export const OPERATOR_MARGIN_OPERATIONS = [
  operatorOperation({
    id: 'readMargins',
    method: 'GET',
    path: '/operator/v1/margins',
    summary: 'Read usage, retail, engine cost and margin of a period, by model',
    query: marginQuery,
    response: MarginReport,
  }),
  operatorOperation({
    id: 'listOrganizationMargins',
    method: 'GET',
    path: '/operator/v1/margins/organizations',
    summary: 'List organizations by retail, engine cost, margin, or how much they changed',
    query: organizationMarginQuery,
    response: listOf(OrganizationMargin),
  }),
  operatorOperation({
    id: 'readOrganizationMargins',
    method: 'GET',
    path: '/operator/v1/organizations/{organization_id}/margins',
    summary: 'Read usage, retail, engine cost and margin of an organization, by model',
    query: marginQuery,
    response: MarginReport,
    errors: ['organization_not_found'],
  }),
] as const;
