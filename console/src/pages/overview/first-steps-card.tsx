import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { anyColleagueOptions, anyKeyOptions, weekOptions } from '../../api/overview.ts';
import { useMe } from '../../api/session.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { Card } from '../../ui/page.tsx';

const { start: words } = overviewStrings;

interface Step {
  readonly name: string;
  readonly hint: string;
  readonly done: boolean;
  /** Where it is done. Absent: on this page. */
  readonly to?: LinkProps['to'];
}

/** Gone when all is done, and while it is not known what is. */
export function FirstStepsCard() {
  const { user } = useMe();
  const { data: hasKey } = useQuery(anyKeyOptions);
  const { data: hasColleague } = useQuery(anyColleagueOptions);
  const { data: week } = useQuery(weekOptions);
  if (hasKey === undefined || hasColleague === undefined || week === undefined) return null;
  const steps: readonly Step[] = [
    { name: words.key, hint: words.keyHint, done: hasKey, to: '/keys' },
    { name: words.call, hint: words.callHint, done: week.hasCalls },
    { name: words.factor, hint: words.factorHint, done: user.second_factor, to: '/profile' },
    { name: words.invite, hint: words.inviteHint, done: hasColleague, to: '/members' },
  ];
  if (steps.every(({ done }) => done)) return null;
  return (
    <Card title={words.title} lead={words.lead}>
      <ol className="grid gap-3 sm:grid-cols-2">
        {steps.map((step) => (
          <FirstStep key={step.name} {...step} />
        ))}
      </ol>
    </Card>
  );
}

function FirstStep({ name, hint, done, to }: Step) {
  return (
    <li className="flex gap-2.5">
      {done ? (
        <CircleCheck aria-label={words.done} size={18} className="mt-0.5 shrink-0 text-good" />
      ) : (
        <Circle aria-label={words.toDo} size={18} className="mt-0.5 shrink-0 text-quiet" />
      )}
      <div>
        {to === undefined || done ? (
          <p className="font-medium">{name}</p>
        ) : (
          <Link to={to} className="rounded font-medium text-accent underline underline-offset-4">
            {name}
          </Link>
        )}
        {!done && <p className="text-[13px] text-quiet">{hint}</p>}
      </div>
    </li>
  );
}
