import { useId, type ComponentProps, type ReactNode } from 'react';

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly type?: 'checkbox' | 'radio';
}

export function CheckField({ label, hint, type = 'checkbox', ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <input
        {...input}
        id={id}
        type={type}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-[13px] text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
