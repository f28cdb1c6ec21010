import type { OfferedModels } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { modelsAddCommand } from './models-add-command.ts';

const { offered: words } = operatorEngineStrings;

interface ChosenEntriesProps {
  readonly found: OfferedModels;
  readonly entries: OfferedModels['add'];
}

/** Both ways to add what was chosen. The service does not write the file. */
export function ChosenEntries({ found: { engine, source }, entries }: ChosenEntriesProps) {
  const models = entries.flatMap(({ routes }) => routes.map(({ model }) => model));
  return (
    <section className="flex flex-col gap-3" aria-label={words.add.title(entries.length)}>
      <h3 className="font-semibold">{words.add.title(entries.length)}</h3>
      <p>{words.add.command}</p>
      <CodeBlock code={modelsAddCommand(engine, models)} what={words.add.commandName} />
      <p className="break-words">{words.add.entries(source)}</p>
      <CodeBlock code={entries.map(({ yaml }) => yaml).join('')} what={words.add.entriesName} />
      <p>
        {words.add.apply}{' '}
        <Link to="/operator/configuration" className={linkClass}>
          {words.add.configuration}
        </Link>
      </p>
    </section>
  );
}
