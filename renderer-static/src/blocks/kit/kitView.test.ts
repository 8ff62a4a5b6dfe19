import {
  createEditor,
  createPage,
  defineBlock,
  defineKit,
  type Editor,
  type Kit,
  type KitStaticContext,
  type StaticNode,
} from '@cobble/engine';
import { runBlockKitTests } from '@cobble/engine/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { renderPage } from '../../renderPage.ts';
import { HOSTILE_STRINGS } from '../../testing/hostile.ts';
import { makeBlock, makePage } from '../../testing/makePage.ts';

const bell = defineBlock({
  type: 'bell',
  content: z.looseObject({ sound: z.string().max(500) }),
  role: 'image',
  defaultContent: () => ({ sound: 'ding' }),
  altText: ({ sound }) => `A bell: ${sound}`,
});

/** A kit whose view returns the given content. */
function kitOf(
  draw: (sound: string, context: KitStaticContext) => StaticNode,
  role = bell.role,
): Kit {
  return defineKit({
    block: { ...bell, role },
    staticView: ({ content }, context) => ({
      content: draw(content.sound, context),
      css: [
        ['color', '#2B4EFF'],
        ['position', 'fixed'],
        ['background', 'url("https://evil.test/x")'],
      ],
    }),
  });
}

function render(kit: Kit, content: unknown = { sound: 'ding' }, properties = {}) {
  const block = makeBlock({ uuid: 'k', type: 'bell', content: content as object, properties });
  const rendered = renderPage(makePage([block]), { kits: [kit] });
  const [, inner = ''] =
    /<(?:div|a) class="b [^>]*>([^]*?)<\/(?:div|a)><\/div><\/(?:section|div)>/.exec(
      rendered.html,
    ) ?? [];
  return { ...rendered, inner };
}

const inner = (draw: (context: KitStaticContext) => StaticNode): string =>
  render(kitOf((_, context) => draw(context))).inner;

describe('static views of kits', () => {
  runBlockKitTests(
    kitOf((sound, { element }) => element('p', { title: sound, css: [['color', sound]] }, sound)),
    { describe, it, renderPage },
  );

  it('render with their styles and without warnings', () => {
    const {
      inner: html,
      css,
      warnings,
    } = render(
      kitOf((sound, { element, length }) =>
        element(
          'p',
          { css: [['padding', length(4)]] },
          'It says ',
          element('strong', null, sound),
          [1, null, false],
        ),
      ),
    );
    expect(html).to.match(/^<p class="x\w+">It says <strong>ding<\/strong>1<\/p>$/);
    expect(css).to.contain('color:#2B4EFF').and.to.contain('padding:calc(4*var(--p))');
    expect(warnings).to.deep.equal([]);
  });

  it('cannot leave their position or load URLs through styles [SA6]', () => {
    const { css } = render(kitOf(() => ''));
    expect(css)
      .not.to.contain('evil.test')
      .and.not.to.match(/\.b-\w+\{[^}]*fixed/);
  });

  it('are escaped; unknown tags and attributes are dropped [SA6]', () => {
    for (const bad of HOSTILE_STRINGS) {
      const html = inner(({ element }) => [
        bad,
        element(bad, { [bad]: bad }, bad),
        element(
          'p',
          { title: bad, onclick: bad, style: bad, id: bad, class: bad, srcdoc: bad },
          bad,
        ),
        element('script', { src: bad }, bad),
        element('iframe', { src: bad, srcdoc: bad }),
        element('svg', { onload: bad, fill: bad }, element('path', { d: bad })),
      ]);
      expect(html, bad).not.to.match(/<(?!\/?(p|svg|path)\b)/);
      for (const [tag] of html.matchAll(/<[^>]*>/g))
        expect(tag.replace(/"[^"]*"/g, '""'), bad).to.match(/^<\/?(p|svg|path)( [a-z-]+="")*\/?>$/);
    }
  });

  it('can link to and load only what pages may', () => {
    const html = inner(({ element }) => [
      element('a', { href: 'https://example.com/', target: '_blank' }, 'good'),
      element('a', { href: 'mailto:ada@example.com', target: '_blank' }, 'mail'),
      element('a', { href: 'javascript:alert(1)' }, 'bad'),
      element('img', { src: '/assets/a.png', alt: 'A' }),
      element('img', { src: 'javascript:alert(1)' }),
      element('circle', { r: 4, fill: 'url(https://evil.test/x)' }),
    ]);
    expect(html).to.equal(
      '<a href="https://example.com/" target="_blank" rel="noopener">good</a>' +
        '<a href="mailto:ada@example.com">mail</a><span>bad</span>' +
        '<img src="/assets/a.png" alt="A" decoding="async"><circle r="4"></circle>',
    );
  });

  it('cannot nest links', () => {
    const kit = kitOf((_, { element }) => element('a', { href: '/inner' }, 'x'));
    const { html } = render(kit, { sound: 'x' }, { hyperlink: '/outer' });
    expect(html).to.contain('href="/outer"').and.not.to.contain('/inner');
  });

  it('cannot add a second h1', () => {
    const html = inner(({ element }) => [element('h1', null, 'a'), element('h1', null, 'b')]);
    expect(html).to.equal('<h1>a</h1><h2>b</h2>');
  });

  it('have the accessible role of their block type', () => {
    expect(render(kitOf(() => 'x')).html).to.contain('aria-label="A bell: ding" role="img"');
    expect(render(kitOf(() => 'x', 'text')).html).not.to.contain('role="img"');
    const silent = { ...bell, role: 'decoration' as const, altText: () => '' };
    const kit = defineKit({ block: silent, staticView: () => ({ content: 'x' }) });
    expect(render(kit).html).to.contain('aria-hidden="true"');
  });

  it('that throw, return nonsense or are missing result in a placeholder and a warning [SA6]', () => {
    const views = [
      () => {
        throw new Error('no reason');
      },
      () => null,
      () => undefined,
      () => Promise.resolve({ content: 'x' }),
      () => 'x',
      () => ['x'],
      () => ({ contents: 'x' }),
      () => ({ content: undefined }),
      () => ({ content: Promise.resolve('x') }),
      () => ({ content: () => 'x' }),
    ];
    for (const view of views) {
      const { html, warnings } = render({ block: bell as never, staticView: view as never });
      expect(html, String(view)).to.contain('class="b quiet unknown');
      expect(warnings, String(view)).to.have.length(1);
      expect(warnings[0], String(view)).to.include({ code: 'kit_view_failed', uuid: 'k' });
      expect(warnings[0]?.message).to.match(/^the view (?:threw an error: no reason|must return)/);
    }
    expect(render({ block: bell as never }).warnings).to.deep.equal([
      { code: 'unknown_type', uuid: 'k' },
    ]);
  });

  it('that lose a part of what they draw are reported: only visitors would notice [SA6]', () => {
    type Draw = (context: { element: (...args: unknown[]) => StaticNode }) => unknown;
    const cases: readonly (readonly [string, Draw])[] = [
      ['returned an unknown field: csss; did you mean css?', () => ({ content: 'x', csss: [] })],
      ['the css that it returned must be', () => ({ content: 'x', css: { color: 'red' } })],
      [
        'the css of element(p) must be a list of pairs',
        ({ element }) => ({ content: element('p', { css: { color: 'red' } }) }),
      ],
      [
        'the attributes of element(p) must be an object or null',
        ({ element }) => ({ content: element('p', 'text') }),
      ],
      [
        'element(br) cannot have children',
        ({ element }) => ({ content: element('br', null, 'lost') }),
      ],
    ];
    for (const [message, draw] of cases) {
      const staticView = (_: unknown, context: never): unknown => draw(context);
      const { warnings } = render({ block: bell as never, staticView: staticView as never });
      expect(warnings, message).to.have.length(1);
      expect(warnings[0]).to.include({ code: 'kit_view_failed', uuid: 'k' });
      expect(warnings[0]?.message).to.contain(message);
    }
    const valid = kitOf((_, { element }) => [
      element('br', undefined, null, false),
      element('p', { css: undefined, title: null }),
    ]);
    expect(render(valid).warnings).to.eql([]);
  });

  it('that are async and reject leave no rejection unhandled, which would end a Node process [SA6]', async () => {
    const rejects = (): Promise<never> => Promise.reject(new Error('async'));
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    for (const staticView of [rejects, () => ({ content: rejects() })]) {
      const { warnings } = render({ block: bell as never, staticView: staticView as never });
      expect(warnings).to.have.length(1);
    }
    // Node reports a rejection once all microtasks have run.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listener);
    expect(unhandled).to.eql([]);
  });

  it('cannot edit the editor whose page is rendered with its kits: rendering would change the page [B21]', () => {
    let editor: Editor<Kit> | null = null;
    const act = (): string => (editor?.add({ type: 'shape' }).ok ? 'edited' : 'ding');
    const view = ({ staticView, altText }: { staticView?: true; altText?: true }) =>
      defineKit({
        block: { ...bell, altText: () => (altText ? act() : 'ding') },
        staticView: () => ({ content: staticView ? act() : 'ding' }),
      });
    for (const name of ['staticView', 'altText'] as const) {
      editor = createEditor({ page: createPage(), kits: [view({ [name]: true })] });
      editor.add({ type: 'bell' }).unwrap();
      const { page, kits } = editor;
      const { warnings } = renderPage(page, { kits });
      expect(editor.page, name).to.equal(page);
      expect(warnings.map(({ message }) => message).join(), name)
        .to.contain('kit bell')
        .and.to.contain(`${name} may read the editor, but not edit`);
    }
  });

  it('may render nothing on purpose: null, false, an empty string or an empty list', () => {
    for (const content of [null, false, '', []] as const)
      expect(render(kitOf(() => content)))
        .to.include({ inner: '' })
        .and.deep.include({ warnings: [] });
  });

  it('never receive content that their schema rejects', () => {
    let seen = 0;
    const kit = kitOf(() => String((seen += 1)));
    for (const content of [{}, { sound: 7 }, { sound: 'x'.repeat(501) }, [], null])
      expect(render(kit, content).warnings[0])
        .to.include({ code: 'kit_view_failed', uuid: 'k' })
        .and.have.property('message')
        .that.matches(/^content/);
    expect(seen).to.equal(0);
  });

  it('receive older content after migration, and no content that is newer than their kit [B17, B18]', () => {
    const block = {
      ...bell,
      version: 2,
      migrations: [
        ({ noise, ...rest }: Record<string, unknown>) => ({ ...rest, sound: String(noise) }),
      ],
    };
    const kit = defineKit({ block, staticView: ({ content }) => ({ content: content.sound }) });
    expect(render(kit, { noise: 'dong' }).inner).to.equal('dong');
    const newer = makeBlock({ uuid: 'k', type: 'bell', content: { sound: 'ding' } });
    const page = makePage([{ ...newer, contentVersion: 3 }]);
    const { html, warnings } = renderPage(page, { kits: [kit] });
    expect(html).to.contain('class="b quiet unknown').and.not.to.contain('>ding');
    const message = 'contentVersion is version 3; the kit bell has version 2';
    expect(warnings).to.deep.equal([{ code: 'kit_view_failed', uuid: 'k', message }]);
  });

  it('with cyclic output do not hang', () => {
    const loop: unknown[] = [];
    loop.push(loop, loop);
    expect(inner(() => loop as never)).to.equal('');
  });

  it('cannot replace a built-in type', () => {
    const kit = {
      block: { ...bell, type: 'shape' } as never,
      staticView: () => ({ content: 'mine' }),
    };
    const page = makePage([
      makeBlock({ uuid: 's', type: 'shape', content: { shapeType: 'oval' } }),
    ]);
    expect(renderPage(page, { kits: [kit] }).html).not.to.contain('mine');
  });
});
