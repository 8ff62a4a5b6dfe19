import { type EditorSession, useCobbleEditor } from '@cobble/renderer-konva/editor';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/** Asks before navigation inside the app discards unsaved changes. */
export const LeaveGuard = observer(function LeaveGuard() {
  const session = useCobbleEditor();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      session.hasUnsavedChanges && currentLocation.pathname !== nextLocation.pathname,
  );
  return blocker.state === 'blocked' ? <LeaveQuestion blocker={blocker} /> : null;
});

/**
 * Asks whether to discard the changes or, while they are being published, whether to wait. They stay
 * in the browser if publishing may still fail, and after the session has expired, as the user had no
 * way to publish them.
 */
const LeaveQuestion = observer(function LeaveQuestion(props: {
  readonly blocker: Extract<Blocker, { state: 'blocked' }>;
}) {
  const { blocker } = props;
  const session = useCobbleEditor();
  const { account } = useStores();
  const t = useT();
  const { isPublishing, hasUnsavedChanges, hasUnpublishedChanges } = session;
  const [isAboutPublishing] = useState(isPublishing);
  useEffect(() => {
    if (!isAboutPublishing || isPublishing) return;
    // The user sees what is still unsaved, or why publishing failed. A room has the changes anyway.
    if (hasUnsavedChanges || hasUnpublishedChanges) blocker.reset();
    else blocker.proceed();
  }, [isAboutPublishing, isPublishing, hasUnsavedChanges, hasUnpublishedChanges, blocker]);
  const onStay = () => {
    blocker.reset();
  };
  const onLeave = () => {
    if (!isAboutPublishing && !account.hasExpired) session.discardChanges();
    blocker.proceed();
  };
  if (isAboutPublishing)
    return (
      <LeaveDialog
        title={t('leaveWhilePublishing.title')}
        text={t(`leaveWhilePublishing.${whereChangesStay(session)}`)}
        leave={t('leaveWhilePublishing.leave')}
        stay={t('leaveWhilePublishing.stay')}
        onStay={onStay}
        onLeave={onLeave}
      />
    );
  return (
    <LeaveDialog
      title={t('leaveDialog.title')}
      text={t(`leaveText.${session.unsavedWork ?? 'changes'}`)}
      leave={t('leaveDialog.okay')}
      stay={t('leaveDialog.cancel')}
      onStay={onStay}
      onLeave={onLeave}
    />
  );
});

/** Where the changes are if the user leaves while they are being published and that fails. */
function whereChangesStay({ saveState, editor }: EditorSession): 'saved' | 'kept' | 'notKept' {
  if (saveState !== null && saveState !== 'failing') return 'saved';
  return editor.fields.isPublic ? 'kept' : 'notKept';
}
