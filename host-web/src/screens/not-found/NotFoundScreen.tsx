import { Button } from '@cobble/renderer-konva/editor/ui';
import { useNavigate } from 'react-router';
import { MessageScreen } from '../../shared/MessageScreen.tsx';
import { useTitle } from '../../shared/useTitle.ts';

const WORDS = {
  title: 'Page does not exist.',
  text: 'The street goes on, but there is no house at this number. It may have moved, or it may never have been built.',
  home: 'Go to the square',
} as const;

/** Nothing stands at this address. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  useTitle(WORDS.title);
  return (
    <MessageScreen title={WORDS.title} text={WORDS.text}>
      <Button
        look="primary"
        onClick={() => {
          void navigate('/');
        }}
      >
        {WORDS.home}
      </Button>
    </MessageScreen>
  );
}
