import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line bg-surface text-ink hover:bg-hover',
  quiet: 'text-quiet hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
};

/** For links that look like a button. */
export function buttonClass(look: Look = 'secondary', more?: string): string {
  return classNames(
    'inline-flex min-h-9 items-center justify-center gap-2 rounded-md px-3 py-1.5 text-sm font-medium whitespace-nowrap transition-colors select-none',
    'disabled:pointer-events-none disabled:opacity-55',
    LOOKS[look],
    more,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  readonly icon?: LucideIcon;
  /** Shows that it is working and takes no second press. */
  readonly busy?: boolean;
}

export function Button({
  look = 'secondary',
  icon: Icon,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const picture = Icon && <Icon aria-hidden size={16} />;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : picture}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does: read out, and shown on hover. */
  readonly label: string;
  readonly icon: LucideIcon;
}

export function IconButton({ label, icon: Icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classNames(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-quiet transition-colors hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <Icon aria-hidden size={16} />
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
