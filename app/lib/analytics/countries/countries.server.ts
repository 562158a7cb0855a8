import { type Region, regions } from "./regions";

// ISO 3166-1 codes by the continents of GeoNames, which data files of addresses use; XK is what everybody says of
// Kosovo.
const codesOf: Record<Region, string> = {
  africa:
    "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW",
  asia: "AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TM TR TW UZ VN YE",
  europe:
    "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK",
  "north-america":
    "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI",
  "south-america": "AR BO BR CL CO EC FK GF GY PE PY SR UY VE",
  oceania: "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TL TO TV UM VU WF WS",
};

// Names that data files, older servers and outlines use, where the runtime has another one.
const otherNames: Record<string, string> = {
  BA: "Bosnia and Herz.|Bosnia-Herzegovina",
  BO: "Bolivia, Plurinational State of",
  BN: "Brunei Darussalam",
  BQ: "Bonaire, Sint Eustatius, and Saba",
  CD: "DR Congo|Dem. Rep. Congo|Democratic Republic of the Congo|Congo, The Democratic Republic of the",
  CF: "Central African Rep.",
  CG: "Congo|Congo Republic|Republic of the Congo",
  CI: "Ivory Coast|Cote d Ivoire",
  CV: "Cabo Verde",
  CZ: "Czech Republic",
  DO: "Dominican Rep.",
  EH: "W. Sahara",
  FK: "Falkland Is.",
  FM: "Federated States of Micronesia|Micronesia, Federated States of",
  GB: "Great Britain|United Kingdom of Great Britain and Northern Ireland",
  GQ: "Eq. Guinea",
  HK: "Hong Kong",
  IR: "Islamic Republic of Iran|Iran, Islamic Republic of",
  JO: "Hashemite Kingdom of Jordan",
  KP: "Democratic People's Republic of Korea|Korea, Democratic People's Republic of",
  KR: "Republic of Korea|Korea, Republic of|Korea",
  LA: "Lao People's Democratic Republic",
  LT: "Republic of Lithuania",
  MD: "Republic of Moldova|Moldova, Republic of",
  MK: "Macedonia|Republic of North Macedonia",
  MM: "Myanmar|Burma",
  MO: "Macao|Macau",
  NL: "Holland",
  PS: "Palestine|State of Palestine",
  RU: "Russian Federation",
  SB: "Solomon Is.",
  SS: "S. Sudan",
  SY: "Syrian Arab Republic",
  SZ: "Swaziland",
  TL: "East Timor",
  TR: "Turkey|Republic of Turkiye",
  TW: "Taiwan, Province of China",
  TZ: "United Republic of Tanzania|Tanzania, United Republic of",
  US: "United States of America|USA",
  VA: "Vatican|Holy See",
  VE: "Bolivarian Republic of Venezuela|Venezuela, Bolivarian Republic of",
  VN: "Viet Nam",
};

/** A country: its code of two letters, its English name, and where it lies. */
export type Country = { code: string; name: string; region: Region };

/** A name without what writers differ in: case, accents, points, "the", "and". */
function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/\bst\b\.?/g, "saint")
    .replace(/\([^()]*\)/g, " ")
    .replace(/[^a-z ]+/g, " ")
    .replace(/\b(the|and|of)\b/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

let known: Map<string, Country> | undefined;

/** Every country by its code, its number and each of its names. */
function allCountries(): Map<string, Country> {
  if (known) return known;
  const names = new Intl.DisplayNames("en", { type: "region" });
  const short = new Intl.DisplayNames("en", { type: "region", style: "short" });
  known = new Map();
  for (const region of regions) {
    for (const code of codesOf[region].split(" ")) {
      // "Hong Kong SAR China" is a name for lawyers.
      const name = (names.of(code) ?? code).replace(/ SAR China$/, "");
      const country = { code, name, region };
      known.set(code.toLowerCase(), country);
      for (const other of [name, short.of(code) ?? name, ...(otherNames[code]?.split("|") ?? [])])
        known.set(plain(other), country);
    }
  }
  return known;
}

/**
 * The country that a server means by a name, or by a code of ISO 3166 (`DE`, `276`); undefined for one that nobody
 * knows.
 */
export function findCountry(given: string): Country | undefined {
  const countries = allCountries();
  if (/^[a-z]{2}$/i.test(given)) return countries.get(given.toLowerCase());
  if (/^\d{1,3}$/.test(given)) return countries.get(codeOf(given).toLowerCase());
  return countries.get(plain(given));
}

/** The code of two letters for a number, which the runtime knows. */
function codeOf(number: string): string {
  return Intl.getCanonicalLocales(`und-${number.padStart(3, "0")}`)[0]?.slice(4) ?? "";
}
