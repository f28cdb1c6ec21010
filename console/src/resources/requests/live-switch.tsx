import { requestStrings } from '../../strings/requests.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

const { live: words } = requestStrings;

interface LiveSwitchProps {
  readonly isLive: boolean;
  readonly onChange: (isLive: boolean) => void;
}

export function LiveSwitch({ isLive, onChange }: LiveSwitchProps) {
  return (
    <>
      <button
        type="button"
        aria-pressed={isLive}
        title={words.on}
        onClick={() => onChange(!isLive)}
        className={buttonClass('secondary', isLive ? 'border-good text-good' : undefined)}
      >
        <span
          aria-hidden
          className={classNames(
            'size-2 rounded-full',
            isLive ? 'bg-good motion-safe:animate-ping' : 'bg-edge',
          )}
        />
        {words.label}
      </button>
      <span role="status" className="sr-only">
        {isLive && words.on}
      </span>
    </>
  );
}
