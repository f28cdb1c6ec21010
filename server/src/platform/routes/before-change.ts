import type { CallerExchange } from '#exchange';
import type { BeforeChange, ChangeCaller, Module } from '#features/module';
import { callerOf } from '#features/mutations';
import { OrganizationScope } from '#store';
import type { AppServices } from '../app-services.ts';
import { callOf, type AnyCall } from './call.ts';

type AnyPreparation = (call: AnyCall, caller: ChangeCaller) => Promise<void>;

/** What a module wants done ahead of the transaction of an operation. */
export function beforeChange(
  { modules, db }: Pick<AppServices, 'modules' | 'db'>,
  operationId: string,
): ((exchange: CallerExchange) => Promise<void>) | undefined {
  const declared = modules.map((module: Module) => module.beforeChange?.[operationId as keyof BeforeChange]);
  const prepare = declared.find((one) => one !== undefined) as AnyPreparation | undefined;
  return (
    prepare &&
    ((exchange) => {
      const { organizationId, actor } = callerOf(exchange);
      return prepare(callOf(exchange), { scope: new OrganizationScope(db, organizationId), actor });
    })
  );
}
