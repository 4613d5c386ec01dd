import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkSheet } from '../rooms/app/check.ts'
import { assess } from '../rooms/operations.ts'

interface Group {
  /** Merged over its columns; empty: each of them is one cell over both lines. */
  title: string
  headings: readonly string[]
}

interface Workbook {
  title: string
  groups: readonly Group[]
  /** As the headings have them; dates as `2026-03-02`. */
  rows: readonly (readonly (string | number)[])[]
  totals: string
  note: string
  /** Headings of what is no field. */
  carried: readonly string[]
}

/** As HR departments keep them: a title, groups above the headings, dates as dates, totals and a note below. */
const workbooks: Readonly<Record<string, Workbook>> = {
  German: {
    title: 'Auslandsreisen 3. Quartal 2026',
    groups: [
      {
        title: 'Mitarbeiter/in',
        headings: ['Personalnummer', 'Name', 'Staatsangehörigkeit', 'Wohnsitzland', 'Karrierestufe', 'Funktion'],
      },
      { title: 'Vertrag', headings: ['Beginn', 'Ende'] },
      { title: 'Reise', headings: ['Zielland', 'Beginn', 'Ende', 'Arbeitstage', 'Frühere Reisen (Tage)'] },
      {
        title: 'Risiko',
        headings: ['Arbeitserlaubnis im Zielland', 'Verkaufsverträge', 'Nutzen für den lokalen Markt'],
      },
      { title: '', headings: ['Bemerkung'] },
    ],
    rows: [
      [
        '00123',
        'A. Beispiel',
        'Deutschland',
        'Deutschland',
        'Mittel',
        'IT',
        '2020-01-01',
        '2029-12-31',
        'Spanien',
        '2026-08-03',
        '2026-08-28',
        20,
        0,
        'Ja',
        'Nein',
        'nein',
        '',
      ],
      [
        '00124',
        'B. Beispiel',
        'Österreich',
        'Deutschland',
        'Senior',
        'Vertrieb',
        '2020-01-01',
        '2029-12-31',
        'Portugal',
        '2026-09-01',
        '2026-09-11',
        9,
        5,
        'Unklar',
        'Ja',
        'Ja',
        'VIP',
      ],
    ],
    totals: 'Summe',
    note: 'Stand: 30.06.2026',
    carried: ['Mitarbeiter/in Name', 'Vertrag Beginn', 'Vertrag Ende', 'Bemerkung'],
  },
  French: {
    title: 'Déplacements à l’étranger – 3e trimestre 2026',
    groups: [
      { title: 'Salarié', headings: ['Matricule', 'Nom', 'Nationalité', 'Pays de résidence', 'Niveau', 'Fonction'] },
      {
        title: 'Déplacement',
        headings: ['Pays de destination', 'Début', 'Fin', 'Jours ouvrés', 'Séjours antérieurs (jours)'],
      },
      { title: 'Risques', headings: ['Droit de travailler', 'Signature de contrats', 'Bénéfice pour le marché local'] },
      { title: '', headings: ['Commentaires'] },
    ],
    rows: [
      [
        'M-17',
        'A. Exemple',
        'France',
        'France',
        'Confirmé',
        'Finance',
        'Italie',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'Oui',
        'Non',
        'Non',
        '',
      ],
      [
        'M-18',
        'B. Exemple',
        'Belgique',
        'France',
        'Débutant',
        'Conseil',
        'Espagne',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'À confirmer',
        'Non',
        'Oui',
        '',
      ],
    ],
    totals: 'Total général',
    note: 'Source : service RH',
    carried: ['Nom', 'Commentaires'],
  },
  Spanish: {
    title: 'Viajes al extranjero, tercer trimestre de 2026',
    groups: [
      {
        title: 'Empleado',
        headings: ['Nº de empleado', 'Nombre', 'Nacionalidad', 'País de residencia', 'Nivel', 'Función'],
      },
      {
        title: 'Viaje',
        headings: ['País de destino', 'Desde', 'Hasta', 'Días laborables', 'Viajes anteriores (días)'],
      },
      { title: 'Riesgos', headings: ['Permiso de trabajo', 'Firma de contratos', 'Beneficio para el mercado local'] },
      { title: '', headings: ['Observaciones'] },
    ],
    rows: [
      [
        '1042',
        'A. Ejemplo',
        'España',
        'España',
        'Intermedio',
        'Ingeniería',
        'Alemania',
        '2026-07-06',
        '2026-07-17',
        10,
        3,
        'Sí',
        'No',
        'No',
        '',
      ],
      [
        '1043',
        'B. Ejemplo',
        'España',
        'España',
        'Alto',
        'Ventas',
        'Francia',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'No sé',
        'si',
        'no',
        '',
      ],
    ],
    totals: 'Suma total',
    note: 'Nota: datos provisionales',
    carried: ['Nombre', 'Observaciones'],
  },
  Italian: {
    title: 'Trasferte estere – terzo trimestre 2026',
    groups: [
      {
        title: 'Dipendente',
        headings: ['Matricola', 'Cognome e nome', 'Cittadinanza', 'Paese di residenza', 'Livello', 'Ruolo'],
      },
      {
        title: 'Trasferta',
        headings: ['Paese di destinazione', 'Dal', 'Al', 'Giorni lavorativi', 'Trasferte precedenti (gg)'],
      },
      { title: 'Rischi', headings: ['Permesso di lavoro', 'Firma contratti', 'Beneficio per il mercato locale'] },
      { title: '', headings: ['Note'] },
    ],
    rows: [
      [
        'A0007',
        'Esempio A.',
        'Italia',
        'Italia',
        'Medio',
        'Legale',
        'Francia',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'Sì',
        'No',
        'no',
        '',
      ],
      [
        'A0008',
        'Esempio B.',
        'Italia',
        'Italia',
        'Basso',
        'Legale',
        'Spagna',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'Da verificare',
        'Sì',
        'SI',
        '',
      ],
    ],
    totals: 'Totale complessivo',
    note: 'Fonte: ufficio personale',
    carried: ['Cognome e nome', 'Note'],
  },
  Dutch: {
    title: 'Buitenlandse reizen derde kwartaal 2026',
    groups: [
      {
        title: 'Medewerker',
        headings: ['Personeelsnummer', 'Naam', 'Nationaliteit', 'Woonland', 'Functieniveau', 'Functie'],
      },
      { title: 'Reis', headings: ['Bestemming', 'Van', 'Tot en met', 'Werkdagen', 'Eerdere reizen (dagen)'] },
      { title: 'Risico’s', headings: ['Werkvergunning', 'Tekenbevoegdheid', 'Voordeel voor de lokale markt'] },
      { title: '', headings: ['Opmerkingen'] },
    ],
    rows: [
      [
        'P-001',
        'A. Voorbeeld',
        'Nederland',
        'Nederland',
        'Medior',
        'IT',
        'Duitsland',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'Ja',
        'Nee',
        'nee',
        '',
      ],
      [
        'P-002',
        'B. Voorbeeld',
        'België',
        'Nederland',
        'Hoog',
        'IT',
        'Spanje',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'Onbekend',
        'Neen',
        'J',
        '',
      ],
    ],
    totals: 'Totaal',
    note: 'Bron: personeelszaken',
    carried: ['Naam', 'Opmerkingen'],
  },
  Portuguese: {
    title: 'Viagens ao estrangeiro – 3.º trimestre de 2026',
    groups: [
      {
        title: 'Colaborador',
        headings: ['N.º de funcionário', 'Nome', 'Nacionalidade', 'País de residência', 'Nível', 'Função'],
      },
      { title: 'Viagem', headings: ['País de destino', 'Início', 'Fim', 'Dias úteis', 'Viagens anteriores (dias)'] },
      {
        title: 'Riscos',
        headings: ['Autorização de trabalho', 'Assinatura de contratos', 'Benefício para o mercado local'],
      },
      { title: '', headings: ['Observações'] },
    ],
    rows: [
      [
        '0099',
        'A. Exemplo',
        'Portugal',
        'Portugal',
        'Pleno',
        'Engenharia',
        'Brasil',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'Sim',
        'Não',
        'nao',
        '',
      ],
      [
        '0100',
        'B. Exemplo',
        'Brasil',
        'Portugal',
        'Sênior',
        'Vendas',
        'Espanha',
        '2026-07-06',
        '2026-07-17',
        10,
        0,
        'Não sei',
        'Sim',
        'S',
        '',
      ],
    ],
    totals: 'Total geral',
    note: 'Fonte: recursos humanos',
    carried: ['Nome', 'Observações'],
  },
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/

async function write({ title, groups, rows, totals, note }: Workbook, file: string): Promise<void> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('2026 Q3')
  const width = groups.flatMap(({ headings }) => headings).length
  sheet.getCell('A1').value = title
  sheet.mergeCells(1, 1, 1, width)
  let column = 1
  for (const group of groups) {
    for (const [index, heading] of group.headings.entries()) {
      sheet.getCell(group.title === '' ? 3 : 4, column + index).value = heading
      if (group.title === '') sheet.mergeCells(3, column + index, 4, column + index)
    }
    if (group.title !== '') {
      sheet.getCell(3, column).value = group.title
      if (group.headings.length > 1) sheet.mergeCells(3, column, 3, column + group.headings.length - 1)
    }
    column += group.headings.length
  }
  for (const [index, row] of rows.entries()) {
    sheet.getRow(5 + index).values = row.map((value) =>
      isoDay.test(String(value)) ? new Date(`${value}T00:00:00Z`) : value,
    )
  }
  const below = 5 + rows.length
  const days = groups
    .flatMap(({ headings }) => headings)
    .findIndex((heading) => /tage$|ouvrés|labor|lavorativi|Werkdagen|úteis/i.test(heading))
  sheet.getCell(below, 1).value = totals
  sheet.getCell(below, days + 1).value = rows.reduce((sum, row) => sum + Number(row[days]), 0)
  sheet.getCell(below + 2, 1).value = note
  await workbook.xlsx.writeFile(file)
}

function createFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-languages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}

describe.each(Object.entries(workbooks))('a workbook in %s', (_, workbook) => {
  it('needs no map of its headings: all rows are ready, totals and notes are passed over', async () => {
    const file = createFile('trips.xlsx')
    await write(workbook, file)
    const told: string[] = []
    const tell = (message: string) => told.push(message)
    const { report } = await checkSheet(
      assess,
      { input: file, output: undefined, set: { purpose: 'Work From Anywhere' } },
      {
        logger: { debug() {}, info: tell, warn: tell, error: tell },
        cleaningUp: (_clean, run) => run(),
      },
    )
    expect(report.balance.map(({ state, count }) => [state, count])).toEqual([
      ['ready', workbook.rows.length],
      ['skipped', 2],
    ])
    const leftOut = report.groups.filter(({ outcome }) => outcome !== 'warning')
    expect(leftOut.map(({ rule }) => rule)).toEqual(['a row of totals', 'a note or a title, no data'])
    const warnings = report.groups.filter((group) => !leftOut.includes(group))
    expect(warnings.filter(({ rule }) => !rule.includes('takes only exact names'))).toEqual([])
    expect(warnings.length).toBeGreaterThan(0)
    expect(told.filter((message) => message.startsWith('columns carried'))).toEqual([
      `columns carried to the output as they are: ${workbook.carried.map((heading) => `“${heading}”`).join(', ')}`,
    ])
  })
})
