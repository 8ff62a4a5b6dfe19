import type { Translate } from '../messages/translate.ts';

/** A person as announced. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
  /** Whether it is another tab of the user. */
  readonly isYou: boolean;
  readonly isFollowed: boolean;
  readonly isFollower: boolean;
}

/** The most names in one announcement. */
const MAX_NAMES = 3;

/** What has changed about the people in a room since it was last announced. */
export class PresenceNews {
  /** Null until the room was joined. */
  #known: ReadonlyMap<string, NamedPerson> | null = null;
  #followed: NamedPerson | null = null;
  #followers: ReadonlyMap<string, NamedPerson> = new Map();

  /**
   * Returns what to announce; '' for nothing.
   *
   * @param isLive whether the room is connected. Otherwise who is in it is unknown, and has not
   *   changed.
   */
  next(t: Translate, people: readonly NamedPerson[], isLive: boolean): string {
    return [...this.#following(t, people), ...(isLive ? this.#comings(t, people) : [])].join('. ');
  }

  #comings(t: Translate, people: readonly NamedPerson[]): string[] {
    const others = new Map(
      people.filter(({ isYou }) => !isYou).map((person) => [person.id, person]),
    );
    const known = this.#known;
    this.#known = others;
    const joined = [...others.values()].filter(({ id }) => !known?.has(id));
    const left = [...(known?.values() ?? [])].filter(({ id }) => !others.has(id));
    return [
      ...(joined.length > 0
        ? [t(known ? 'peopleJoined' : 'peopleHere', { people: listOf(t, joined) })]
        : []),
      ...(left.length > 0 ? [t('peopleLeft', { people: listOf(t, left) })] : []),
    ];
  }

  #following(t: Translate, people: readonly NamedPerson[]): string[] {
    const followed = people.find(({ isFollowed }) => isFollowed) ?? null;
    const followers = new Map(
      people.filter(({ isFollower }) => isFollower).map((person) => [person.id, person]),
    );
    const [before, followersBefore] = [this.#followed, this.#followers];
    this.#followed = followed;
    this.#followers = followers;
    const news: string[] = [];
    if (followed && followed.id !== before?.id)
      news.push(t('followingStarted', { name: followed.name }));
    else if (before && !followed) news.push(t('followingEnded', { name: before.name }));
    for (const { id, name } of followers.values())
      if (!followersBefore.has(id)) news.push(t('followerJoined', { name }));
    for (const { id, name } of followersBefore.values())
      if (!followers.has(id)) news.push(t('followerLeft', { name }));
    return news.map((each) => each.replace(/\.$/u, ''));
  }
}

/** 'Ada, Ben and 2 other people'. */
function listOf(t: Translate, people: readonly NamedPerson[]): string {
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  const count = people.length - names.length;
  const all = count > 0 ? [...names, t('andOthers', { count })] : names;
  return new Intl.ListFormat(t.locale).format(all);
}
