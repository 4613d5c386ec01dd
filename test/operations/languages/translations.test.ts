import { describe, expect, it } from 'vitest'
import { findOperation } from '../../rooms/operations.ts'
import { headingsOf } from '../../rooms/pipeline/tables.ts'
import { findHeadings } from '../../rooms/sheet/headings.ts'

/** The field of each heading of a row; `kind` when the row is no heading row. */
function fieldsOf(operation: string, headings: readonly string[], given: readonly string[]): unknown {
  const defaults = new Map(given.map((field) => [field, 'x']))
  const row = { number: 1, isHidden: false, cells: headings.map((v) => ({ t: 's' as const, v })) }
  const search = findHeadings([row], headingsOf(findOperation(operation).sheet.fields, defaults))
  return search.kind === 'found' ? search.columns.map(({ field }) => field) : search
}

/** Trips without a purpose, as each department writes it in its own way. */
const trips = [
  'employeeId',
  'citizenship',
  'residency',
  'destination',
  'startDate',
  'endDate',
  'workingDays',
  'pastTripsDuration',
  'seniority',
  'roleType',
  'salesContracts',
  'legalRight',
  'benefitLocalMarket',
] as const

describe('a sheet of trips', () => {
  it.each<[string, string]>([
    [
      'German',
      'Personalnummer|Staatsangehörigkeit|Wohnsitzland|Zielland|Reisebeginn|Reiseende|Arbeitstage|Frühere Reisen (Tage)|Senioritätsstufe|Funktion|Verkaufsverträge|Arbeitserlaubnis|Nutzen für lokalen Markt',
    ],
    [
      'German, for a system without umlauts',
      'PERS_NR|STAATSANGEHOERIGKEIT|WOHNLAND|GASTLAND|ANREISEDATUM|ABREISEDATUM|ANZAHL_ARBEITSTAGE|FRUEHERE_REISEN|STUFE|ROLLE|VERTRAGSVOLLMACHT|ARBEITSGENEHMIGUNG|LOKALER_MARKT',
    ],
    [
      'German of Switzerland and Austria',
      'Mitarbeitenden-Nr.|Staatsbürgerschaft|Land des Wohnsitzes|Einsatzland|Von|Bis|Werktage|Bisherige Reisetage|Hierarchiestufe|Tätigkeitsbereich|Zeichnungsberechtigt?|Arbeitsbewilligung|Lokale Kunden',
    ],
    [
      'French',
      'N° matricule|Nationalité|Pays de résidence|Pays d’accueil|Date de début|Date de fin|Nb de jours ouvrés|Voyages antérieurs|Séniorité|Rôle|Contrats de vente|Droit de travailler|Marché local',
    ],
    [
      'French, shouted by a payroll system',
      "MATRICULE|NATIONALITE|RESIDENCE FISCALE|PAYS D'AFFECTATION|DU|AU|JOURS TRAVAILLES|JOURS DEJA PASSES|ECHELON|FONCTION|POUVOIR DE SIGNATURE|PERMIS DE TRAVAIL|CLIENTS LOCAUX",
    ],
    [
      'Spanish',
      'Nº de empleado|Nacionalidad|País de residencia|País de destino|Fecha de inicio|Fecha de fin|Días laborables|Viajes previos|Nivel|Función|Contratos de venta|Permiso de trabajo|Mercado local',
    ],
    [
      'Spanish of America',
      'Legajo|Ciudadanía|País de contratación|País anfitrión|Fecha de salida|Fecha de regreso|Días hábiles|Días previos en el país|Nivel jerárquico|Rol|Firma contratos|Autorización de trabajo|Clientes locales',
    ],
    [
      'Italian',
      'Matricola|Cittadinanza|Paese di residenza|Paese di destinazione|Data inizio|Data fine|Giorni lavorativi|Trasferte precedenti|Livello|Ruolo|Contratti di vendita|Permesso di lavoro|Mercato locale',
    ],
    [
      'Dutch',
      'Personeelsnummer|Nationaliteit|Woonland|Land van bestemming|Startdatum|Einddatum|Aantal werkdagen|Eerdere reizen|Functieniveau|Functie|Tekenbevoegdheid|Werkvergunning|Lokale markt',
    ],
    [
      'Portuguese of Portugal',
      'N.º mecanográfico|Nacionalidade|País de residência|País de acolhimento|Data de início|Data de fim|Dias úteis|Deslocações anteriores|Nível|Função|Contratos de venda|Autorização de trabalho|Mercado local',
    ],
    [
      'Portuguese of Brazil',
      'Matrícula|Cidadania|País de contratação|País de destino|Data de ida|Data de volta|Dias trabalhados|Viagens anteriores|Senioridade|Papel|Assina contratos|Visto de trabalho|Clientes locais',
    ],
    [
      'two languages at once',
      'Matricule / Personalnummer|Nationalité / Nationalität|Pays de résidence / Wohnsitzland|Destination / Zielland|Début / Beginn|Fin / Ende|Jours ouvrés / Arbeitstage|Séjours antérieurs / Voraufenthalte|Niveau / Stufe|Fonction / Funktion|Contrats / Verträge|Permis de travail / Arbeitserlaubnis|Marché local / Lokaler Markt',
    ],
  ])('is understood in %s', (_, headings) => {
    expect(fieldsOf('assess', headings.split('|'), ['purpose'])).toEqual(trips)
  })
})

describe('a sheet of decisions', () => {
  it.each([
    ['Bewertungs-ID', 'Entscheidung', 'Compliance-ID', 'Vorgesetzten-ID', 'Storniert von', 'Bemerkung'],
    ['ID évaluation', 'Décision', 'ID approbateur', 'ID responsable', 'Annulé par', 'Commentaire'],
    ['ID de evaluación', 'Decisión', 'ID de cumplimiento', 'ID del responsable', 'Cancelado por', 'Observaciones'],
    ['ID valutazione', 'Decisione', 'ID approvatore', 'ID responsabile', 'Annullato da', 'Osservazioni'],
    ['Beoordelings-ID', 'Besluit', 'ID goedkeurder', 'Leidinggevende-ID', 'Geannuleerd door', 'Opmerkingen'],
    ['ID da avaliação', 'Decisão', 'ID do aprovador', 'ID do gestor', 'Cancelado por', 'Observações'],
    ['Assessment ID', 'Decision', 'Compliance approver', 'Manager', 'Canceled by', 'Note'],
    ['Bewertungs-ID', 'Entscheid', 'Compliance-Mitarbeiter', 'Vorgesetzter', 'Storniert von', 'Bemerkung'],
    ['ID évaluation', 'Décision', 'Responsable conformité', 'Responsable', 'Annulé par', 'Commentaire'],
    ['ID de evaluación', 'Decisión', 'Responsable de cumplimiento', 'Jefe', 'Cancelado por', 'Nota'],
    ['ID valutazione', 'Decisione', 'Responsabile compliance', 'Superiore', 'Annullato da', 'Nota'],
    ['Beoordelings-ID', 'Besluit', 'Compliance-medewerker', 'Leidinggevende', 'Geannuleerd door', 'Opmerking'],
    ['ID da avaliação', 'Decisão', 'Responsável de compliance', 'Gestor', 'Cancelado por', 'Nota'],
  ])('is understood: %s, %s, …', (...headings) => {
    const fields = ['assessmentId', 'status', 'complianceTeamMemberId', 'managerId', 'cancelledByStaffId', 'note']
    expect(fieldsOf('decide', headings, [])).toEqual(fields)
  })
})

describe('a sheet of staff to invite', () => {
  it.each([
    ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Personalnummer'],
    ['Prénom', 'Nom', 'Courriel', 'Matricule'],
    ['Nombre', 'Apellidos', 'Correo electrónico', 'Nº de empleado'],
    ['Nome', 'Cognome', 'Indirizzo e-mail', 'Matricola'],
    ['Voornaam', 'Achternaam', 'E-mailadres', 'Personeelsnummer'],
    ['Nome próprio', 'Apelido', 'Correio eletrónico', 'N.º mecanográfico'],
    ['Nome', 'Sobrenome', 'E-mail corporativo', 'Matrícula'],
  ])('is understood: %s, %s, …', (...headings) => {
    expect(fieldsOf('invite', headings, [])).toEqual(['first_name', 'last_name', 'email', 'staff_id'])
  })
})

describe('a heading that may mean several things', () => {
  it.each([
    'Land',
    'Pays',
    'País',
    'Paese',
    'Datum',
    'Date',
    'Fecha',
    'Data',
    'Name',
    'Nom',
    'Nombre',
    'Nome',
    'Naam',
    'Tage',
    'Jours',
    'Días',
    'Giorni',
    'Dagen',
    'Dias',
    // Of the work, or of the contract; of the trip, or of the country.
    'Beschäftigungsland',
    'Entsendeland',
    'Pays d’origine',
    'Herkunftsland',
    'Reisezweck',
    'Motif',
    'Motivo',
    // A number as often as a country.
    'Reisepass',
    'Passeport',
    'Pasaporte',
    'Domicilio',
    'Adresse',
    'Abteilung',
    'Kostenstelle',
    'Termine',
  ])('“%s” is not guessed at', (heading) => {
    // Nothing is required, and one column is surely understood.
    expect(fieldsOf('assess', ['Purpose', heading], trips)).toEqual(['purpose', undefined])
  })
})
