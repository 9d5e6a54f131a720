/** What the demo's concerts say about themselves. All names are invented. */

export interface ConcertText {
  /** Two or three sentences without Markdown. */
  description: string
  lineUp: readonly string[]
}

interface SingerText {
  /** One each round of dates, so that a tour's evenings differ. */
  evenings: readonly string[]
  lineUp: readonly string[]
}

const singers: Readonly<Record<string, SingerText>> = {
  'Meher Qazi': {
    evenings: [
      'Meher Qazi opens with a slow Yaman and takes all the time that it wants. After the interval come thumris that her teacher’s teacher sang, and one request from the hall.',
      'An evening of ghazals by Meher Qazi, each with the story of how it reached her. She sings without notes, and the lights stay low.',
    ],
    lineUp: ['Meher Qazi (voice)', 'Imran Sabri (tabla)', 'Leela Joshi (harmonium)'],
  },
  'The Monsoon Wires': {
    evenings: [
      'Four friends from Byculla, three guitars, and songs about trains that come late. They play the whole of their first record, then whatever the front row shouts.',
      'The Monsoon Wires try out next year’s songs before anyone else hears them. It will be loud, and over before the last train.',
    ],
    lineUp: ['Rhea Fernandes (voice, guitar)', 'Kabir Mistry (guitar)', 'Jatin Rao (bass)', 'Osman Sheikh (drums)'],
  },
  'Ira Deshpande': {
    evenings: [
      'Ira Deshpande plays morning ragas in the evening, because that is when people come. Her violin answers the tabla, and the tabla answers back.',
      'Two violins, one raga, no microphones on stage. Ira Deshpande and her sister last played it together at home.',
    ],
    lineUp: ['Ira Deshpande (violin)', 'Mira Deshpande (violin)', 'Yash Kelkar (tabla)'],
  },
  'Zoya Rahmani Qawwali Party': {
    evenings: [
      'Nine voices, two harmoniums, and clapping that you join without being told. Zoya Rahmani leads the party that her grandfather began.',
      'A night of qawwali that begins softly and ends when the whole hall is on its feet. The last piece is always Chhaap Tilak.',
    ],
    lineUp: ['Zoya Rahmani (lead)', 'Anwar Rahmani (harmonium)', 'Faiz Rahmani (dholak)', 'Six voices'],
  },
  'Arka Sen': {
    evenings: [
      'Arka Sen plays the piano as others tell stories: with long pauses and a surprise at the end. His trio brings standards and two new pieces.',
      'A late set of ballads by Arka Sen, with a singer from Shillong as his guest. Come in quietly; he begins on time.',
    ],
    lineUp: ['Arka Sen (piano)', 'Daniel Lyngdoh (double bass)', 'Tara Bose (drums)'],
  },
  'Kesarbagh Collective': {
    evenings: [
      'Wedding songs, work songs and lullabies of Awadh, sung by eleven people who learnt them at home. You will know one of them, and hum it on the way back.',
      'The Kesarbagh Collective brings songs of the rains, with pots, bells and a single flute. Children sit on the stage’s edge.',
    ],
    lineUp: ['Shabana Ansari (voice)', 'Raghu Yadav (flute)', 'Kesarbagh choir'],
  },
  'Neelkanth Vartak Quartet': {
    evenings: [
      'Neelkanth Vartak’s saxophone has been called the warmest sound in Pune. His quartet plays natyasangeet as jazz, and even the critics dance.',
      'Two long sets: one by candlelight, one for dancing. The quartet’s new drummer is nineteen and plays as if she were not.',
    ],
    lineUp: ['Neelkanth Vartak (saxophone)', 'Ruta Kale (piano)', 'Ivan D’Costa (double bass)', 'Sanika More (drums)'],
  },
  'Saltpan Radio': {
    evenings: [
      'Saltpan Radio build their tracks live from harbour noise, old film strings and a very large drum machine. Earplugs are at the door.',
      'A night-long broadcast that you can dance to. Each hour has a guest, and none is announced.',
    ],
    lineUp: ['Saltpan Radio (live)', 'Veda (visuals)'],
  },
  'Thamarai Strings': {
    evenings: [
      'Two veenas and a mridangam play the songs of three composers from one small town. Thamarai Strings explain each in a sentence, then let it speak.',
      'A concert for those who say that they do not know Carnatic music. It starts with a tune you know, and goes on from there.',
    ],
    lineUp: ['Kavitha Raman (veena)', 'Sudha Raman (veena)', 'P. Murugan (mridangam)'],
  },
  'Jugnu and the Night Bus': {
    evenings: [
      'Songs for the last bus home, about people who fell asleep in it. Jugnu’s voice is small, the band is not, and the chorus is yours.',
      'Jugnu and the Night Bus play their songs in the order in which they were written. Between them are the stories that did not fit in.',
    ],
    lineUp: ['Jugnu (voice, ukulele)', 'Nikhil Sawant (keys)', 'Priya Nair (bass)', 'Rohan Das (drums)'],
  },
  'Roshni Ghatwari': {
    evenings: [
      'Roshni Ghatwari brings the songs that everybody’s phone has, and the twelve dancers whom no phone does justice. Two hours, three costumes, one encore.',
      'Only a piano, a cello and that voice: Roshni Ghatwari sings her hits as she wrote them. The dancers have the evening off.',
    ],
    lineUp: ['Roshni Ghatwari (voice)', 'Band of eight', 'Choir of the city'],
  },
  'Lakeer Theory': {
    evenings: [
      'Lakeer Theory draw sound as lines of light, and the lines are on every wall. It begins in the dark; please be seated by then.',
      'Modular synthesizers meet a sarangi. Lakeer Theory improvise all of it, so no two evenings are alike.',
    ],
    lineUp: ['Lakeer Theory (synthesizers)', 'Murad Khan (sarangi)'],
  },
  'Harbans Dhol Company': {
    evenings: [
      'Sixteen dhols on one stage are felt before they are heard. The Harbans Dhol Company teaches everyone a step before the second half.',
      'Three generations of drummers play harvest rhythms from dusk on. Wear shoes that you can dance in.',
    ],
    lineUp: ['Harbans Singh (dhol)', 'Gurpreet Kaur (voice)', 'Fourteen dhols'],
  },
  'Anvita Shenoykar': {
    evenings: [
      'Anvita Shenoykar’s second record was made in a kitchen and sounds like one: warm, busy, full of people. She brings most of them along.',
      'An evening in four languages, with a string quartet and a story between the songs. Anvita Shenoykar answers questions at the end.',
    ],
    lineUp: ['Anvita Shenoykar (voice)', 'Kaveri Quartet (strings)', 'Dev Pai (guitar)'],
  },
}

/** Returns what the singer's nth concert of the demo says about itself; throws for a singer without texts. */
export function textOf(singer: string, nth: number): ConcertText {
  const found = singers[singer]
  if (!found) throw new Error(`The demo has no text of ${singer}`)
  const { evenings, lineUp } = found
  return { description: evenings[nth % evenings.length] ?? '', lineUp }
}
