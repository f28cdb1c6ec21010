import type { HttpExchange } from '#exchange';
import type { BeforeChange, Module } from '#features/module';
import type { Modules } from '../modules.ts';
import { callOf, type AnyCall } from './call.ts';

type AnyPreparation = (call: AnyCall) => Promise<void>;

/** What a module wants done ahead of the transaction of an operation. */
export function beforeChange(
  modules: Modules,
  operationId: string,
): ((exchange: HttpExchange) => Promise<void>) | undefined {
  const declared = modules.map((module: Module) => module.beforeChange?.[operationId as keyof BeforeChange]);
  const prepare = declared.find((one) => one !== undefined) as AnyPreparation | undefined;
  return prepare && ((exchange) => prepare(callOf(exchange)));
}
