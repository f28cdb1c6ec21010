import { X } from 'lucide-react';
import { useContext, useId, type ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button, IconButton } from '../button.tsx';
import { CloseGuard, CloseQuestion, useCloseGuard } from './close-guard.tsx';
import { Modal } from './modal.tsx';

interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Asked for by the cross and the Escape key. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** A modal with a title and a cross, both of which stay in sight. What it shows once is asked about before it goes (`useAskBeforeClosing`). */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open && <OpenDialog {...dialog} />;
}

function OpenDialog({ title, onClose, children, wide = false }: Omit<DialogProps, 'open'>) {
  const id = useId();
  const { guard, asked, requestClose, stay } = useCloseGuard(onClose);
  return (
    <Modal titleId={id} onClose={requestClose} wide={wide}>
      <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-raised py-3 pr-3 pl-5">
        <h2 id={id} className="min-w-0 text-base font-semibold">
          {title}
        </h2>
        <IconButton label={uiStrings.close} icon={X} onClick={requestClose} />
      </div>
      <CloseGuard value={guard}>
        <div className="p-5">{children}</div>
      </CloseGuard>
      {asked !== undefined && (
        <CloseQuestion
          question={asked}
          onStay={stay}
          onLeave={() => {
            guard.release();
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

/** The row of buttons at the end of a dialog, in sight however long the dialog is. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-2 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 py-3">
      {children}
    </div>
  );
}

/** The only button of a dialog that has shown what was made. */
export function DialogDone({
  onDone,
  children,
}: {
  readonly onDone: () => void;
  readonly children: ReactNode;
}) {
  const { release } = useContext(CloseGuard);
  return (
    <DialogActions>
      <Button
        look="primary"
        onClick={() => {
          release();
          onDone();
        }}
      >
        {children}
      </Button>
    </DialogActions>
  );
}
