import type { Language } from './language.ts'

export const german: Language = {
  code: 'de',
  spellings: { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' },
  headings: {
    assess: {
      purpose: `
        Art der Bewertung | Bewertungsart | Art der Prüfung | Prüfungsart | Antragsart | Art des Antrags | Anfrageart
        | Art der Anfrage | Reise oder Einstellung | Fallart | Art des Falls | Zweck der Bewertung | Zweck der Prüfung
      `,
      employeeId: `
        Personalnummer | Personal-Nr | Pers-Nr | Pers-Nummer | Personal-ID | Personalkennzeichen | Mitarbeiternummer |
        Mitarbeiter-Nr | Mitarbeiter-ID | Mitarbeiterkennung | Mitarbeitendennummer | Mitarbeitenden-Nr |
        Mitarbeitenden-ID | Mitarbeiter/in-ID | Mitarbeiter:innen-ID | Mitarbeiter/innen-Nr | MA-Nr | MA-ID |
        MA-Nummer | Angestelltennummer | Beschäftigtennummer | Beschäftigten-ID | Stammnummer | Lohnnummer |
        Personalstammnummer | Firmen-ID Mitarbeiter | Interne Personalnummer | Externe Personalnummer | SAP-Nummer |
        SAP-Nr | SAP-Personalnummer | Workday-Nummer | Personalnummer des Mitarbeiters | ID des Mitarbeiters | Nummer
        des Mitarbeiters | Kennnummer Mitarbeiter | Reisenden-ID | Entsandten-ID
      `,
      seniority: `
        Senioritätsstufe | Seniorität | Senioritätslevel | Karrierestufe | Karrierelevel | Hierarchiestufe |
        Hierarchieebene | Führungsebene | Managementebene | Stufe | Ebene | Erfahrungsstufe | Stellenlevel |
        Positionslevel | Funktionsstufe | Laufbahnstufe | Joblevel | Grad der Seniorität | Niveau |
        Berufserfahrungsstufe | Mitarbeiterlevel
      `,
      roleType: `
        Rolle | Art der Rolle | Rollentyp | Rollenart | Funktion | Funktionsbereich | Tätigkeitsart | Art der
        Tätigkeit | Tätigkeitsbereich | Art der Funktion | Funktionsart | Jobfamilie | Stellentyp | Stellenart |
        Berufsgruppe | Rolle im Unternehmen | Funktion im Unternehmen | Rollenkategorie | Aufgabenbereich
      `,
      citizenship: `
        Staatsangehörigkeit | Staatsbürgerschaft | Nationalität | Staatsangehörigkeit 1 | 1. Staatsangehörigkeit |
        Erste Staatsangehörigkeit | Staatszugehörigkeit | Staatsang | Staatsangeh | Passland | Land des Passes |
        Ausstellungsland Pass | Ausstellungsland des Passes | Passausstellungsland | Passausstellendes Land |
        Staatsbürger von | Land der Staatsangehörigkeit | Land der Staatsbürgerschaft | Staatsangehörigkeit des
        Mitarbeiters | Nationalität des Mitarbeiters | Nationalität Mitarbeiter | Staatsangehörigkeit Mitarbeiter |
        Staatsangehörigkeit / Staatsbürgerschaft | Nationalität / Staatsangehörigkeit | Staatsangehörigkeit /
        Nationalität
      `,
      destination: `
        Zielland | Gastland | Reiseland | Einsatzland | Reiseziel | Zielstaat | Einsatzstaat | Tätigkeitsland |
        Tätigkeitsstaat | Bestimmungsland | Land der Reise | Land des Einsatzes | Land des Auslandsaufenthalts | Ziel
        | Zielort Land | Zielland der Reise | Zielland Reise | Reiseland Ziel | Auslandseinsatzland | Land der
        Tätigkeit | Land der Dienstreise | Besuchsland | Besuchtes Land | Bereistes Land | Reise nach | Reise in Land
        | Nach Land | Land nach | Entsendungsziel | Entsendeziel | Entsendung nach | Host-Land | Aufnahmeland |
        Aufnahmestaat | Ausländisches Zielland | Destination Land | Land der Destination | Land der mobilen Arbeit |
        Land des mobilen Arbeitens | Arbeitsland Ausland | Workation-Land | Ziel der Reise
      `,
      residency: `
        Wohnsitzland | Wohnland | Ansässigkeitsstaat | Ansässigkeitsland | Land der Ansässigkeit | Wohnsitzstaat |
        Wohnsitz | Land des Wohnsitzes | Heimatland | Home-Land | Anstellungsland | Land der Anstellung | Vertragsland
        | Land des Arbeitsvertrags | Land des Arbeitgebers | Arbeitgeberland | Sitzland des Arbeitgebers |
        Steuerlicher Wohnsitz | Steuerliche Ansässigkeit | Land der steuerlichen Ansässigkeit | Gewöhnliches
        Arbeitsland | Übliches Arbeitsland | Land der Gehaltsabrechnung | Abrechnungsland | Payroll-Land | Stammland |
        Wohnsitz- / Anstellungsland | Wohn- / Anstellungsland | Land des Wohnsitzes / der Anstellung | Wohnstaat |
        Wohnsitzland des Mitarbeiters
      `,
      startDate: `
        Beginn | Startdatum | Anfangsdatum | Beginndatum | Reisebeginn | Reisestart | Reiseantritt | Reiseanfang |
        Reise von | Beginn der Reise | Start der Reise | Beginn Reise | Start Reise | Antritt der Reise | Beginn des
        Aufenthalts | Aufenthaltsbeginn | Aufenthalt von | Einsatzbeginn | Beginn des Einsatzes | Einsatz von | Entsendebeginn | Entsendungsbeginn | Beginn der Entsendung | Entsendung von | Anreise |
        Anreisedatum | Anreisetag | Datum der Anreise | Hinreise | Hinreisedatum | Ankunft | Ankunftsdatum | Datum der
        Ankunft | Von | Von Datum | Datum von | Zeitraum von | Reisezeitraum von | Beginn des Zeitraums | Reisedatum
        von | Reisedaten von | Gültig von | Erster Tag | Erster Tag im Ausland | Erster Arbeitstag | Erster Reisetag |
        Erster Arbeitstag im Ausland | Anfang | Geplanter Beginn | Geplantes Startdatum | Geplanter Start | Geplanter
        Reisebeginn | Voraussichtlicher Beginn | Gewünschter Beginn | Tatsächlicher Beginn | Beginn am | Starttag |
        Datum Beginn | Datum Start | Start der Tätigkeit | Beginn der Tätigkeit | Tätigkeitsbeginn | Beginn der
        mobilen Arbeit | Workation von | Workation Beginn | Dienstreise von | Beginn der Dienstreise |
        Dienstreisebeginn
      `,
      endDate: `
        Ende | Enddatum | Endedatum | Schlussdatum | Reiseende | Reise bis | Ende der Reise | Ende Reise |
        Reiseabschluss | Ende des Aufenthalts | Aufenthaltsende | Aufenthalt bis | Einsatzende | Ende des Einsatzes |
        Einsatz bis | Entsendeende | Entsendungsende | Ende der Entsendung | Entsendung bis | Abreise | Abreisedatum |
        Abreisetag | Datum der Abreise | Rückreise | Rückreisedatum | Datum der Rückreise | Rückkehr | Rückkehrdatum |
        Datum der Rückkehr | Rückkehr am | Bis | Bis Datum | Datum bis | Zeitraum bis | Reisezeitraum bis | Ende des
        Zeitraums | Reisedatum bis | Reisedaten bis | Gültig bis | Letzter Tag | Letzter Tag im Ausland | Letzter
        Arbeitstag | Letzter Reisetag | Letzter Arbeitstag im Ausland | Geplantes Ende | Geplantes Enddatum |
        Geplantes Reiseende | Voraussichtliches Ende | Gewünschtes Ende | Tatsächliches Ende | Ende am | Datum Ende |
        Ende der Tätigkeit | Tätigkeitsende | Ende der mobilen Arbeit | Workation bis | Workation Ende | Dienstreise
        bis | Ende der Dienstreise | Dienstreiseende
      `,
      workingDays: `
        Arbeitstage | Anzahl Arbeitstage | Anzahl der Arbeitstage | Arbeitstage im Ausland | Arbeitstage Ausland |
        Arbeitstage im Zielland | Arbeitstage im Gastland | Arbeitstage im Einsatzland | Arbeitstage vor Ort |
        Werktage | Anzahl Werktage | Tage gearbeitet | Gearbeitete Tage | Summe Arbeitstage | Arbeitstage gesamt |
        Arbeitstage insgesamt | Geplante Arbeitstage | Zahl der Arbeitstage | Arbeitstage während der Reise |
        Arbeitstage der Reise | Nettoarbeitstage | Tatsächliche Arbeitstage | Arb-Tage
      `,
      salesContracts: `
        Verkaufsverträge | Vertriebsverträge | Kaufverträge | Schließt Verträge ab | Schließt Verträge |
        Vertragsabschluss | Vertragsabschlüsse | Vertragsabschlussvollmacht | Abschlussvollmacht | Vertragsvollmacht |
        Abschluss von Verträgen | Abschluss von Verkaufsverträgen | Zeichnungsbefugnis | Zeichnungsberechtigt |
        Zeichnungsberechtigung | Unterschriftsberechtigt | Unterschriftsberechtigung | Unterschriftsbefugnis |
        Unterzeichnet Verträge | Verträge | Vertragsverhandlungen | Verhandelt Verträge | Verhandelt oder
        unterzeichnet Verträge | Verhandelt / unterzeichnet Verträge | Verkaufstätigkeit mit Vertragsabschluss |
        Vertretungsmacht | Vertretungsbefugnis | Vertragsunterzeichnung | Darf Verträge abschließen | Darf Verträge
        unterschreiben | Vertriebsvollmacht
      `,
      pastTripsDuration: `
        Frühere Reisen | Frühere Reisen Tage | Tage früherer Reisen | Dauer früherer Reisen | Vergangene Reisen | Tage
        vergangener Reisen | Dauer vergangener Reisen | Bisherige Reisen | Tage bisheriger Reisen | Dauer bisheriger
        Reisen | Vorherige Reisen | Tage vorheriger Reisen | Dauer vorheriger Reisen | Bisherige Tage | Bisherige
        Aufenthaltstage | Frühere Aufenthaltstage | Vorherige Aufenthaltstage | Bisherige Tage im Land | Bisherige
        Tage im Zielland | Bereits verbrachte Tage | Bereits im Land verbrachte Tage | Vorreisen | Vorreisetage |
        Vorreisen in Tagen | Voraufenthalte | Voraufenthalte in Tagen | Tage der Voraufenthalte | Voraufenthaltstage |
        Frühere Aufenthalte | Frühere Aufenthalte in Tagen | Frühere Reisen in Tagen | Bisherige Reisen in Tagen |
        Vorherige Reisen in Tagen | Vergangene Reisen in Tagen | Bisherige Reisetage | Reisetage bisher | Auslandstage bisher | Bisherige Auslandstage | Frühere Reisetage | Vergangene
        Reisetage | Dauer der früheren Reisen | Tage frühere Reisen | Dauer der bisherigen Reisen
      `,
      legalRight: `
        Arbeitserlaubnis | Arbeitsberechtigung | Arbeitsgenehmigung | Recht auf Arbeit | Recht zu arbeiten |
        Arbeitsrecht vorhanden | Darf arbeiten | Darf dort arbeiten | Darf legal arbeiten | Recht zu arbeiten im
        Zielland | Arbeitsrecht im Zielland | Arbeitserlaubnis im Zielland | Arbeitserlaubnis Zielland |
        Arbeitserlaubnis im Gastland | Arbeitserlaubnis vorhanden | Arbeitsbewilligung | Berechtigung zu arbeiten |
        Berechtigung zur Arbeit | Arbeitsberechtigung im Zielland | Arbeitsberechtigt | Legales Arbeitsrecht |
        Gesetzliches Recht zu arbeiten | Rechtliche Arbeitserlaubnis | Zur Arbeit berechtigt | Erlaubnis zur
        Erwerbstätigkeit | Erwerbstätigkeit erlaubt | Erwerbstätigkeit gestattet | Recht zur Arbeit | Arbeitsaufnahme
        erlaubt
      `,
      benefitLocalMarket: `
        Lokaler Markt | Nutzen für lokalen Markt | Nutzen für den lokalen Markt | Nutzen lokaler Markt | Nutzen für
        örtlichen Markt | Vorteil für lokalen Markt | Vorteil für den lokalen Markt | Vorteil lokaler Markt | Dient
        lokalem Markt | Dient dem lokalen Markt | Lokale Kunden | Bedient lokalen Markt | Bedient lokale Kunden |
        Bedient den lokalen Markt | Tätigkeit für lokalen Markt | Tätigkeit für den lokalen Markt | Arbeit für lokalen
        Markt | Arbeit für den lokalen Markt | Nutzen im Zielland | Nutzen für das Zielland | Nutzen für lokales
        Geschäft | Lokaler Nutzen | Marktbezug vor Ort | Lokaler Marktbezug | Kunden vor Ort | Nutzen für Markt vor
        Ort | Nutzen für den Markt vor Ort | Nutzen für lokale Gesellschaft | Nutzen für die lokale Gesellschaft
      `,
      urgency: `
        Dringlichkeit | Priorität | Eilbedürftigkeit | Dringlichkeitsstufe | Dringlichkeit der Einstellung | Wie
        dringend | Dringlichkeit der Besetzung | Einstellungsdringlichkeit | Eile
      `,
      numberHires: `
        Anzahl Einstellungen | Anzahl der Einstellungen | Anzahl Neueinstellungen | Anzahl der Neueinstellungen |
        Neueinstellungen | Einstellungen | Geplante Einstellungen | Geplante Neueinstellungen | Anzahl geplanter
        Einstellungen | Erwartete Einstellungen | Zahl der Einstellungen | Einstellungen in zwei Jahren |
        Einstellungen in 2 Jahren | Einstellungen in den nächsten zwei Jahren | Einstellungen in den nächsten 2 Jahren
        | Anzahl Einstellungen in 2 Jahren | Voraussichtliche Einstellungen | Anzahl Mitarbeiter geplant
      `,
      assessmentId: `
        Bewertungs-ID | Bewertungsnummer | Assessment-Nummer | Prüfungs-ID | ID der Bewertung | RWA-Nummer |
        Risikobewertungs-ID
      `,
    },
    decide: {
      assessmentId: `
        Bewertungs-ID | Bewertungsnummer | Assessment-Nummer | Prüfungs-ID | ID der Bewertung | RWA-Nummer |
        Risikobewertungs-ID | Bewertung
      `,
      status: `
        Entscheidung | Entscheid | Entscheidungsstatus | Neuer Status | Beschluss | Status der Entscheidung
      `,
      complianceTeamMemberId: `
        Compliance-ID | Compliance-Mitglied ID | Compliance-Mitarbeiter-ID | Compliance-Personalnummer |
        Compliance-Mitarbeiternummer | ID des Compliance-Mitglieds | ID Compliance-Team | Personalnummer Compliance |
        Genehmiger-ID | Freigeber-ID | ID des Genehmigers
      `,
      managerId: `
        Manager-Personalnummer | Vorgesetzten-ID | Personalnummer des Vorgesetzten | Personalnummer Vorgesetzter |
        Führungskraft-ID | ID der Führungskraft | Personalnummer der Führungskraft | Personalnummer Führungskraft |
        Personalnummer Manager | ID des Vorgesetzten | Vorgesetztennummer | ID des Managers
      `,
      cancelledByStaffId: `
        Storniert von | Abgesagt von | Storniert durch | Abgesagt durch | Widerrufen von | Storniert von ID |
        Personalnummer Stornierung | Zurückgezogen von
      `,
      note: `
        Bemerkung | Bemerkungen | Kommentar | Kommentare | Notiz | Notizen | Anmerkung | Anmerkungen | Begründung |
        Hinweis | Hinweise | Grund
      `,
      externalEventId: 'Externe Ereignis-ID | Ereignis-ID | Externe Vorgangs-ID | Vorgangs-ID | Vorgangsnummer',
    },
    invite: {
      first_name: 'Vorname | Vornamen | Rufname',
      last_name: 'Nachname | Familienname | Zuname | Nachnamen',
      email: `
        E-Mail-Adresse | E-Mail geschäftlich | Geschäftliche E-Mail | Dienstliche E-Mail | Mailadresse | Elektronische
        Adresse | E-Mail dienstlich | Geschäftliche E-Mail-Adresse | Dienstliche E-Mail-Adresse
      `,
      staff_id: `
        Personalnummer | Personal-Nr | Pers-Nr | Personal-ID | Mitarbeiternummer | Mitarbeiter-Nr | Mitarbeiter-ID |
        Mitarbeitendennummer | Mitarbeitenden-ID | MA-Nr | Kennung | Angestelltennummer
      `,
    },
  },
  values: {
    Yes: 'Ja | J | Wahr',
    No: 'Nein | Falsch',
    Unsure: `
        Unklar | Unsicher | Ungewiss | Unbekannt | Weiß nicht | Nicht sicher | Nicht bekannt | Offen | Zu klären | In
        Klärung
      `,
    Low: 'Niedrig | Gering | Berufseinsteiger | Einsteiger | Niedrige',
    Mid: 'Mittel | Mittlere | Mittlerer',
    Senior: 'Hoch | Hohe',
    'Work From Anywhere': 'Reise | Dienstreise | Auslandsreise | Workation | Mobiles Arbeiten | Auslandseinsatz',
    'Hire From Anywhere': 'Einstellung | Neueinstellung | Anstellung',
  },
  rows: {
    totals: `
        Summe | Summen | Gesamt | Gesamtsumme | Zwischensumme | Endsumme | Insgesamt | Anzahl | Durchschnitt |
        Mittelwert | Teilsumme | Gesamtanzahl | Gesamtergebnis | Teilergebnis | Ergebnis
      `,
    notes: `
        Hinweis | Hinweise | Anmerkung | Anmerkungen | Bemerkung | Bemerkungen | Quelle | Quellen | Legende | Stand |
        Erstellt | Gedruckt | Fußnote | Seite | Kommentar | Notiz
      `,
  },
}
