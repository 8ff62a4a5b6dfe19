import { isRecord } from '../model/json.ts';
import { mapMarks } from '../text/mapMarks.ts';
import type { JsonRecord, LegacyBlock, Migration, MigrationContext } from './Migration.ts';
import { parseUrl } from '../links/parseUrl.ts';

/**
 * Sets missing link targets, in rich text too: links to the same site open in the same tab, others
 * in a new one.
 */
export const setHyperlinkTargets: Migration = {
  version: '0.4.1',
  migrateBlock: (block, { siteHosts }) => setTarget(setTargetsInText(block, siteHosts), siteHosts),
};

type Hosts = MigrationContext['siteHosts'];

function setTarget(block: LegacyBlock, hosts: Hosts): LegacyBlock {
  const { hyperlink, hyperlinkTarget } = block.properties;
  if (typeof hyperlink !== 'string' || isTarget(hyperlinkTarget)) return block;
  const properties = { ...block.properties, hyperlinkTarget: targetOf(hyperlink, hosts) };
  return { ...block, properties };
}

function setTargetsInText(block: LegacyBlock, hosts: Hosts): LegacyBlock {
  return mapMarks(block, (mark) => {
    const attrs: JsonRecord = isRecord(mark.attrs) ? mark.attrs : {};
    if (mark.type !== 'link' || typeof attrs.href !== 'string' || isTarget(attrs.target))
      return mark;
    return { ...mark, attrs: { ...attrs, target: targetOf(attrs.href, hosts) } };
  });
}

const isTarget = (value: unknown): boolean => value === '_self' || value === '_blank';

function targetOf(hyperlink: string, hosts: Hosts): '_self' | '_blank' {
  return isSameSite(hyperlink, hosts) ? '_self' : '_blank';
}

function isSameSite(hyperlink: string, hosts: Hosts): boolean {
  if (hyperlink.startsWith('#')) return true;
  if (hyperlink.startsWith('/')) return !hyperlink.startsWith('//');
  const url = /^https?:/i.test(hyperlink) ? parseUrl(hyperlink) : null;
  return url !== null && (hosts.has(url.host) || hosts.has(url.hostname));
}
