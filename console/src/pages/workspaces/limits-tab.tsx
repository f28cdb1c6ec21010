import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LimitUse, Workspace, WorkspaceRateLimits } from '@svc/contract';
import { useId } from 'react';
import { call } from '../../api/console-api.ts';
import { limitUseOptions } from '../../api/limit-use.ts';
import { refreshWorkspaces, workspaceLimitsOptions } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { controlClass } from '../../ui/form/control-class.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { LIMIT_NAMES, overridesOf, type LimitName } from '../../resources/limits/limit-overrides.ts';

const { limits: words } = workspaceStrings;
const HEADS = {
  requests_per_minute: words.requests,
  input_tokens_per_minute: words.input,
  output_tokens_per_minute: words.output,
};

export function LimitsTab({ workspace }: { readonly workspace: Workspace }) {
  const { data: limits, error, refetch } = useQuery(workspaceLimitsOptions(workspace.id));
  if (error && !limits) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return limits ? (
    <LimitsForm key={JSON.stringify(limits)} limits={limits} settable={workspace.archived_at === null} />
  ) : (
    <SkeletonLines />
  );
}

interface LimitsProps {
  readonly limits: WorkspaceRateLimits;
  /** False of an archived workspace, which stays as it is. */
  readonly settable: boolean;
}

function LimitsForm({ limits, settable }: LimitsProps) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (overrides: WorkspaceRateLimits['overrides']) => {
      const { workspace_id: id } = limits;
      await (overrides.length === 0
        ? call('clearWorkspaceRateLimits', { path: { workspace_id: id } })
        : call('setWorkspaceRateLimits', { path: { workspace_id: id }, body: { overrides } }));
      await refreshWorkspaces(queries);
      toast(overrides.length === 0 ? words.cleared : words.saved);
    },
  });
  return (
    <Card title={words.title} lead={<Lead workspaceId={limits.workspace_id} />}>
      <Form
        onSubmit={(values) =>
          save.mutate(
            overridesOf(
              limits.data.map(({ model }) => model),
              values,
            ),
          )
        }
      >
        <LimitsTable limits={limits} settable={settable} />
        <FormError error={save.error} />
        {settable && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" busy={save.isPending}>
              {words.save}
            </Button>
            {limits.overrides.length > 0 && <Button onClick={() => save.mutate([])}>{words.clear}</Button>}
          </div>
        )}
      </Form>
    </Card>
  );
}

function Lead({ workspaceId }: { readonly workspaceId: string }) {
  return (
    <>
      {words.lead}{' '}
      <Link
        to="/limits"
        search={{ workspace: workspaceId }}
        className="text-accent underline underline-offset-4"
      >
        {words.inUse}
      </Link>
    </>
  );
}

function LimitsTable({ limits: { data, overrides, workspace_id: id }, settable }: LimitsProps) {
  const { data: use } = useQuery({ ...limitUseOptions(id), refetchInterval: false });
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
      tabIndex={0}
      role="region"
      aria-label={words.table}
      className="overflow-x-auto"
    >
      <table className="w-full min-w-xl text-left">
        <thead>
          <tr className="text-xs text-quiet">
            <th scope="col" className="py-2 pr-3 font-medium">
              {words.model}
            </th>
            {LIMIT_NAMES.map((limit) => (
              <th key={limit} scope="col" className="py-2 pr-3 font-medium">
                {HEADS[limit]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((inForce) => (
            <tr key={inForce.model}>
              <th scope="row" className="py-3 pr-3 align-top font-medium">
                {inForce.model}
              </th>
              {LIMIT_NAMES.map((limit) => (
                <td key={limit} className="py-1.5 pr-3 align-top">
                  <LimitField
                    model={inForce.model}
                    limit={limit}
                    own={overrides.find(({ model }) => model === inForce.model)?.[limit]}
                    shared={sharedLimit(use, inForce.model, limit)}
                    settable={settable}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the organization has, which applies where the workspace sets nothing lower. */
function sharedLimit(use: LimitUse | undefined, model: string, limit: LimitName): number | undefined {
  return use?.data.find(
    (rate) => rate.scope === 'organization' && rate.model === model && `${rate.measure}_per_minute` === limit,
  )?.limit_per_minute;
}

interface LimitFieldProps {
  readonly model: string;
  readonly limit: LimitName;
  readonly own: number | undefined;
  readonly shared: number | undefined;
  readonly settable: boolean;
}

/** The limit of the organization stands below the field: in it, it would look like one that was set. */
function LimitField({ model, limit, own, shared, settable }: LimitFieldProps) {
  const hint = useId();
  return (
    <>
      <input
        name={`${limit} ${model}`}
        aria-label={words.field(HEADS[limit], model)}
        aria-describedby={hint}
        defaultValue={own}
        type="number"
        readOnly={!settable}
        min={1}
        step={1}
        className={controlClass('min-w-28 tabular-nums')}
      />
      <p id={hint} className="mt-1 text-xs text-quiet tabular-nums">
        {shared !== undefined && words.shared(formatCount(shared))}
      </p>
    </>
  );
}
