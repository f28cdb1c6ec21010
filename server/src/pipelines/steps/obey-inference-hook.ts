import type { Conversation } from '#engine';
import type { Authenticated, Exchange, Parsed, ParsedEmbeddings, Reserved, Selected, Step } from '#exchange';
import type { CallPolicy, InferenceHooks } from '#features/inference-hook';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';

export interface ObeyInferenceHookDeps {
  readonly inferenceHooks: { readonly calls: InferenceHooks };
  readonly organizations: OrganizationDirectory;
}

type ReservedCall = Exchange & Authenticated & Selected & Reserved;
type Prompt = Pick<Conversation, 'turns' | 'tools'>;

/**
 * Between steps 13 and 14 (D-01): the organization's own server says whether the model may run (POLICY-09). It is asked
 * last, so that it sees nothing that we refuse anyway. Releases the reservation if it refuses or the client has left.
 */
export function obeyInferenceHook(deps: ObeyInferenceHookDeps): Step<ReservedCall & Parsed> {
  return obey<ReservedCall & Parsed>(deps, ({ call }) => {
    const builtin = (call.builtinTools ?? []).map(({ type }) => ({ name: type }));
    return { turns: call.turns, tools: [...call.tools, ...builtin] };
  });
}

/** The same for an embeddings call. */
export function obeyInferenceHookOnInputs(
  deps: ObeyInferenceHookDeps,
): Step<ReservedCall & ParsedEmbeddings> {
  return obey<ReservedCall & ParsedEmbeddings>(deps, ({ embeddings }) => {
    const blocks = embeddings.inputs.map((text) => ({ type: 'text' as const, text }));
    return { turns: [{ role: 'user', blocks }], tools: [] };
  });
}

function obey<E extends ReservedCall>(
  { inferenceHooks, organizations }: ObeyInferenceHookDeps,
  promptOf: (exchange: E) => Prompt,
): Step<E> {
  const begin = (exchange: E, organization: OrganizationRecord | undefined): void | Promise<void> => {
    const hook = organization?.inferenceHook;
    if (!hook) return;
    const policy = inferenceHooks.calls.policyFor(hook, exchange, promptOf(exchange));
    return policy && ask(exchange, policy);
  };
  return (exchange) => {
    const organization = organizations.find(exchange.credential.organizationId);
    return organization instanceof Promise
      ? organization.then((found) => begin(exchange, found))
      : begin(exchange, organization);
  };
}

async function ask(exchange: ReservedCall, policy: CallPolicy): Promise<void> {
  const { reservation } = exchange.admission;
  exchange.policy = policy;
  try {
    await policy.begin();
  } catch (refusal) {
    reservation.release();
    // Nobody is there to be refused.
    if (!exchange.gone) throw refusal;
    return;
  }
  if (exchange.gone) reservation.release();
}
