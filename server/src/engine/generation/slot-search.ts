import type { SlotRefusal } from '../capacity/capacity.ts';
import type { ConversationKey } from '../conversation-key.ts';
import type { AllowedEngines } from '../retention/engines-keeping-nothing.ts';
import type { ModelRoutes, Route } from '../route.ts';
import type { ServedModel } from '../served-model.ts';
import type { CallTrace } from './call-trace.ts';

/** A request's error when engines refused for different reasons: the first of these that occurred. */
export const REFUSALS = [
  'capacity_busy',
  'capacity_unreachable',
  'temporarily_unavailable',
] as const satisfies readonly SlotRefusal[];

export interface AdmissionOptions {
  readonly again?: boolean;
  /** Decides among equal routes. */
  readonly conversation?: ConversationKey | undefined;
  /** Absent: all of the model's. */
  readonly only?: AllowedEngines | undefined;
}

/** One request's search for a slot. */
export interface SlotSearch {
  readonly model: ServedModel;
  readonly organizationId: string;
  /** Of the model, as the configuration has them. */
  readonly compiled: ModelRoutes;
  /** Those that the request may take. */
  readonly routes: ModelRoutes;
  readonly trace: CallTrace | undefined;
  readonly conversation: ConversationKey | undefined;
  readonly only: AllowedEngines | undefined;
  readonly evenIfOut: boolean;
  /** Routes whose engine refused. */
  readonly refused: Route[];
  readonly refusals: SlotRefusal[];
}

export interface PickedRoute {
  readonly route: Route;
  /** Every route's breaker was open. */
  readonly ignoreBreakers: boolean;
}
