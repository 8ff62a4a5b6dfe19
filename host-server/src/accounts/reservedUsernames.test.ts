import { expect } from 'chai';
import fc from 'fast-check';
import { isReservedUsername } from './reservedUsernames.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const expectReserved = (names: string): void => {
  for (const name of words(names)) expect(isReservedUsername(name), name).to.equal(true);
};
const expectAvailable = (names: string): void => {
  for (const name of words(names)) expect(isReservedUsername(name), name).to.equal(false);
};

describe('reserved usernames', () => {
  it('include routes, protocols, mail, status codes and the product, regardless of case [AC5]', () => {
    expectReserved(`
      auth bookmarks explore sudo-mod account email api dev assets www ftp smtp postmaster 200 404
      500 cobble Cobble ADMIN main localhost null undefined well-known n
    `);
  });

  it('include the first segments of paths that the product keeps for itself [AC5]', () => {
    expectReserved('s fonts docs street ring rings Street RINGS');
  });

  it('include look-alikes of staff and product names [AC5, AC9]', () => {
    expectReserved(`
      adm1n ad-min c0bble supp0rt m0derat0r 5taff r00t cobbIe CobbIe COBBlE c0bb1e C0-BBIE cobbIes
      rnoderator rn0derat0r rnod adrnin ADMlN rne systern co88le officiaI
    `);
  });

  it('include names that present their owner as the product or its staff [AC9]', () => {
    expectReserved(`
      cobblesupport cobble-billing cobble-mary mary-cobble CobbleMary cobbIe-hill thecobbleteam
      cobble-official officialcobble realcobble cobblehq cobble2 c0bble2024 cobbIesupp0rt
      cobble-1 1cobble cobblehelpdesk cobblestatus cobblelogin cobblepayments madeon-team
      admin2 siteadmin site-admin admin-team the-admin mary-admin MaryAdmin admin2mary bob-staff
      support-team techsupport customer-support help-desk billing-support account-security
      official-support moderator1 themoderator moderatormary mary-rnoderator cobble-rnod
      administrator-jo sysadmins web-adrnin mod-team
    `);
  });

  it('do not include ordinary names [AC5, AC9]', () => {
    expectAvailable(`
      ada mall jo grace-h cobbler administer-me 2024 bob1 tony bobbie ringo stephen moderate-mary
      cobblers cobblestone cobblestone-lane cobblehill cobblepot cobblework johncobble
      badminton modern-art moderna modest-mussorgsky commodore rnb-fan longstaff falstaff
      staffordshire official-ada ada-official supportive-sam supporter-of-cats helpful-hannah
      team-rocket rooted beetroot grassroots streetart ringmaster springs docsmith fontaine help-me
      securitas billings bill-ing-crosby modesto model-maker mod-girl plus1 pro2 basic5 guest42
      starter3 trusty ecosystem systems ownership badadmiral
      adminton kindstaffie teamwork webcomics realmadrid newsies theapp
    `);
  });

  it('do not include common first names and surnames, with or without initials and years [AC9]', () => {
    const names = words(`
      aaron abigail adam adele aisha alan albert alex alice alina amanda amelia ami amir amy ana
      andre andrew angela anita anna anton aria arthur ava axel barbara ben bella bill billie bob
      bobbie brian carla carlos carmen caroline cecilia charlie chen chloe chris clara claire cliff
      colin connie daniel david dean debbie dennis diana diego dominic donna dora dylan eddie edith
      elena elias elif eliza ella emil emily emma eric ethan eva fatima felix finn fiona frank frida
      gabriel george gina grace greta hana hannah harry helen henry hugo ian ida ignacio igor ines
      ingrid irene iris isaac isabel ivan jack jade james jan jane jasmine javier jean jenny jill jim
      joan joe john jonas jose julia julian kai karen karl kate kevin kim kurt laila lara laura lea
      lena leo leonie liam lily lina lisa louis lucia luis luke magda maja malik manuel marc margaret
      maria marie marina mario mark marta martin mary mateo matilda maurice max maya mehmet melanie
      mia michael miguel mila milo miriam mohammed molly monica nadia nancy naomi natalie nathan
      neil nia nick nicole nils nina noah nora olga oliver olivia omar oscar otto pablo pamela pat
      paul pauline pedro peter petra philip pia priya rachel rafael ravi rebecca rick rita robert
      rodrigo ronnie rosa ruby ruth sam samira sara sean sebastian selma sergio simon sofia sonia
      stefan stephen steve susan sven sylvia tamara tania tara thea theo thomas tim tina tom tomas
      ursula vera vicky victor viola violet walter wanda wendy will yara yasmin yusuf zach zoe
      adams allen bauer becker black brown campbell carter clark collins cook cooper davies diaz
      edwards evans fischer foster fuchs garcia gomez gonzalez green hall harris hill huang hughes
      jackson jones kelly khan king klein kobayashi kumar lee lewis li lopez martinez meyer miller
      mitchell moore morgan morris mueller murphy nguyen novak ortiz park parker patel perez price
      reed rivera roberts robinson rossi sanchez schmidt scott silva singh smith stewart suzuki
      tanaka taylor thompson torres turner walker wang watson weber white williams wilson wood
      wright yamamoto yilmaz young zhang
    `);
    for (const name of names)
      for (const username of [name, `${name}1990`, `the-${name}`, `${name}-page`, `j-${name}`])
        expect(isReservedUsername(username), username).to.equal(false);
  });

  it('do not depend on case, hyphens within words or digits that look like letters [AC9]', () => {
    const reserved = fc.constantFrom(
      'cobble',
      'admin',
      'moderator',
      'support',
      'official',
      'staff',
    );
    const spellings: Readonly<Record<string, readonly string[]>> = {
      ...{
        a: ['4', 'A'],
        b: ['8', 'B'],
        e: ['3', 'E'],
        i: ['1', 'l', 'I', 'L'],
        l: ['1', 'I', 'i'],
      },
      ...{ m: ['rn', 'M'], o: ['0', 'O'], s: ['5', 'S'], t: ['7', 'T'] },
    };
    fc.assert(
      fc.property(reserved, fc.array(fc.nat(4), { minLength: 9, maxLength: 9 }), (word, picks) => {
        const typed = Array.from(word)
          .map(
            (letter, index) => [letter, ...(spellings[letter] ?? [])][picks[index] ?? 0] ?? letter,
          )
          .join('');
        expect(isReservedUsername(typed), typed).to.equal(true);
      }),
      { seed: 58, numRuns: 500 },
    );
  });

  it('are found quickly in any well-formed name', () => {
    const fillers = ['apps', 'sites', 'users', 'verified'].map((word) =>
      word.repeat(10).slice(0, 19),
    );
    // Of this process, so that a busy machine does not count.
    const started = process.cpuUsage();
    for (const name of fillers) expect(isReservedUsername(`${name}x`), name).to.equal(false);
    expect(process.cpuUsage(started).user / 1000).to.be.below(500);
  });
});
