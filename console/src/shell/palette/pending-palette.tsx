import { useId } from 'react';
import { shellStrings } from '../../strings/shell.ts';
import { controlClass } from '../../ui/form/control-class.ts';
import { Modal } from '../../ui/overlay/modal.tsx';
import type { PaletteProps } from './command-palette.tsx';

const { palette: words } = shellStrings;

/**
 * In place of the palette while it loads. A real field in a real dialog, so that input methods and pasting work and no key reaches the
 * shortcuts of the page. Enter does nothing, as no results are shown yet.
 */
export function PendingPalette({ text, onText, onClose }: PaletteProps) {
  const id = useId();
  return (
    <Modal titleId={id} onClose={onClose} atTop>
      <h2 id={id} className="border-b border-line py-4 pl-5 text-base font-semibold">
        {words.label}
      </h2>
      <div className="p-5">
        <input
          aria-label={words.label}
          value={text}
          onChange={({ target }) => onText(target.value)}
          className={controlClass()}
        />
        <p role="status" className="mt-2 min-h-5 px-2.5 text-[13px] text-quiet">
          {words.loading}
        </p>
      </div>
    </Modal>
  );
}
