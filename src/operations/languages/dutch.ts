import type { Language } from './language.ts'

export const dutch: Language = {
  code: 'nl',
  headings: {
    assess: {
      purpose: `
        Type beoordeling | Soort beoordeling | Type aanvraag | Soort aanvraag | Doel van de beoordeling | Reis of
        aanwerving | Reis of werving | Aanvraagtype | Soort dossier
      `,
      employeeId: `
        Personeelsnummer | Personeelsnr | Personeels-ID | Pers.nr | Medewerkernummer | Medewerkersnummer |
        Medewerker-ID | Medewerkernr | Medewerkerscode | Medewerkercode | Werknemersnummer | Werknemernummer |
        Werknemer-ID | Werknemers-ID | Werknemersnr | Werknemernr | Stamnummer | Stamboeknummer | Nummer medewerker |
        Nummer werknemer | ID medewerker | ID werknemer | ID van de medewerker | ID van de werknemer | Personeelscode
        | Loonnummer | Salarisnummer | Werknemerscode | HR-nummer | SAP-nummer | Intern personeelsnummer
      `,
      seniority: `
        Senioriteit | Senioriteitsniveau | Niveau | Functieniveau | Carrièreniveau | Ervaringsniveau | Schaal |
        Functieschaal | Niveau van de functie | Hiërarchisch niveau | Managementniveau | Functiegraad | Loopbaanniveau
        | Niveau medewerker | Rang | Graad | Rolniveau
      `,
      roleType: `
        Rol | Type rol | Soort rol | Roltype | Functie | Type functie | Soort functie | Functietype | Functiefamilie |
        Functiegroep | Functiecategorie | Soort werk | Type werk | Werkzaamheden type | Functiegebied | Rolcategorie
      `,
      citizenship: `
        Nationaliteit | Staatsburgerschap | Burgerschap | Nationaliteit medewerker | Nationaliteit werknemer |
        Nationaliteit van de medewerker | Nationaliteit van de werknemer | Nationaliteit 1 | Eerste nationaliteit |
        Land van nationaliteit | Land van staatsburgerschap | Paspoortland | Land van paspoort | Land van afgifte
        paspoort | Land van uitgifte paspoort | Nationaliteit / staatsburgerschap | Staatsburger van
      `,
      destination: `
        Land van bestemming | Bestemmingsland | Bestemming | Bestemming land | Gastland | Reisbestemming | Land van de
        reis | Land van reis | Werkland buitenland | Land van uitzending | Uitzendland | Land van detachering |
        Detacheringsland | Bezocht land | Te bezoeken land | Doelland | Host land | Land van verblijf | Verblijfsland
        | Reist naar | Reis naar | Naar land | Land naar | Land van tijdelijk werk | Land van thuiswerk buitenland |
        Gastland / bestemming | Bestemming / gastland | Land van tewerkstelling buitenland | Ontvangend land | Land
        van workation
      `,
      residency: `
        Woonland | Land van woonplaats | Land van inwoning | Thuisland | Land van vestiging | Land van fiscale
        woonplaats | Fiscale woonplaats | Fiscaal woonland | Land van dienstverband | Land van de werkgever | Land
        werkgever | Land van arbeidscontract | Contractland | Land van contract | Woonstaat | Woonland medewerker |
        Woonland van de medewerker | Gebruikelijk werkland | Land van salarisadministratie | Payrolland | Woonland /
        werkland | Zendend land | Uitzendend land | Huidig woonland | Residentie | Domicilie land
      `,
      startDate: `
        Startdatum | Begindatum | Begin | Aanvangsdatum | Aanvang | Ingangsdatum | Start reis | Begin reis | Start van
        de reis | Begin van de reis | Reis begin | Reis start | Reis van | Startdatum reis | Begindatum reis |
        Startdatum van de reis | Begindatum van de reis | Startdatum verblijf | Begindatum verblijf | Begin verblijf |
        Start verblijf | Verblijf van | Begin van het verblijf | Startdatum opdracht | Begindatum opdracht |
        Startdatum detachering | Begindatum detachering | Begin detachering | Start detachering | Startdatum
        uitzending | Begin uitzending | Start uitzending | Van | Van datum | Datum van | Vanaf | Vanaf datum | Datum
        vanaf | Periode van | Periode vanaf | Aankomst | Aankomstdatum | Datum aankomst | Datum van aankomst | Vertrek
        | Vertrekdatum | Datum vertrek | Datum van vertrek | Vertrekdatum heenreis | Heenreis | Datum heenreis |
        Eerste dag | Eerste dag in het buitenland | Eerste werkdag | Eerste dag buitenland | Geplande startdatum |
        Verwachte startdatum | Geplande start | Begin van de periode | Begin periode | Werkelijke startdatum |
        Gewenste startdatum
      `,
      endDate: `
        Einddatum | Einde | Eind | Einde reis | Eind reis | Einde van de reis | Reis einde | Reis eind | Reis tot |
        Reis tot en met | Einddatum reis | Einddatum van de reis | Einddatum verblijf | Einde verblijf | Verblijf tot
        | Verblijf tot en met | Einde van het verblijf | Einddatum opdracht | Einddatum detachering | Einde
        detachering | Einddatum uitzending | Einde uitzending | Tot | Tot datum | Datum tot | Tot en met | T/m | Datum
        tot en met | Datum t/m | Periode tot | Periode tot en met | Periode t/m | Terugkeer | Terugkeerdatum | Datum
        terugkeer | Datum van terugkeer | Terugreis | Terugreisdatum | Datum terugreis | Retourdatum | Laatste dag |
        Laatste dag in het buitenland | Laatste werkdag | Laatste dag buitenland | Geplande einddatum | Verwachte
        einddatum | Gepland einde | Einde van de periode | Einde periode | Werkelijke einddatum | Gewenste einddatum |
        Afloopdatum
      `,
      workingDays: `
        Werkdagen | Aantal werkdagen | Gewerkte dagen | Aantal gewerkte dagen | Werkdagen in het buitenland |
        Werkdagen buitenland | Werkdagen in het gastland | Werkdagen ter plaatse | Arbeidsdagen | Aantal arbeidsdagen
        | Totaal werkdagen | Totaal aantal werkdagen | Geplande werkdagen | Werkdagen tijdens de reis | Werkdagen op
        bestemming | Werkdagen gastland | Te werken dagen | Netto werkdagen
      `,
      salesContracts: `
        Verkoopcontracten | Verkoopcontract | Verkoopovereenkomsten | Tekent contracten | Ondertekent contracten |
        Tekent verkoopcontracten | Ondertekent verkoopcontracten | Tekenbevoegdheid | Tekenbevoegd |
        Tekeningsbevoegdheid | Sluit contracten | Sluit contracten af | Sluiten van contracten | Afsluiten van
        contracten | Contracten | Onderhandelt contracten | Onderhandelt over contracten | Contractonderhandelingen |
        Onderhandelt of tekent contracten | Onderhandelt / tekent contracten | Contractbevoegdheid | Bevoegd om
        contracten te tekenen | Mag contracten tekenen | Contracten ondertekenen | Handtekeningsbevoegdheid | Volmacht
        voor contracten
      `,
      pastTripsDuration: `
        Eerdere reizen | Vorige reizen | Voorgaande reizen | Afgelopen reizen | Duur eerdere reizen | Duur van eerdere
        reizen | Duur vorige reizen | Duur van vorige reizen | Duur voorgaande reizen | Dagen eerdere reizen | Dagen
        van eerdere reizen | Dagen vorige reizen | Dagen voorgaande reizen | Eerdere dagen | Eerdere dagen in het land
        | Eerdere dagen in land | Reeds doorgebrachte dagen | Al doorgebrachte dagen | Eerder doorgebrachte dagen |
        Eerdere verblijven | Dagen eerdere verblijven | Duur eerdere verblijven | Eerdere reisdagen | Vorige reisdagen
        | Eerdere reizen in dagen | Vorige reizen in dagen | Voorgaande reizen in dagen | Aantal dagen eerdere reizen
        | Aantal eerdere dagen | Eerdere verblijfsdagen | Eerder verblijf in dagen
      `,
      legalRight: `
        Recht om te werken | Recht op werk | Recht op arbeid | Werkvergunning | Arbeidsvergunning |
        Tewerkstellingsvergunning | Wettelijk recht om te werken | Mag werken | Mag daar werken | Mag legaal werken |
        Werkrecht | Recht om te werken in gastland | Recht om te werken in het gastland | Recht om te werken in het
        land van bestemming | Bevoegd om te werken | Toestemming om te werken | Gerechtigd om te werken |
        Werkvergunning aanwezig | Werkvergunning / recht om te werken | Werkautorisatie | Arbeidskaart | Legaal recht
        om te werken | Toelating tot arbeid
      `,
      benefitLocalMarket: `
        Lokale markt | Voordeel voor lokale markt | Voordeel voor de lokale markt | Voordeel lokale markt | Ten goede
        van lokale markt | Ten goede aan lokale markt | Ten goede van de lokale markt | Komt ten goede aan lokale
        markt | Komt ten goede aan de lokale markt | Lokale klanten | Bedient lokale markt | Bedient de lokale markt |
        Werk voor lokale markt | Werk voor de lokale markt | Activiteit voor lokale markt | Nut voor lokale markt |
        Nut voor de lokale markt | Lokaal voordeel | Ten behoeve van lokale markt | Ten behoeve van de lokale markt |
        Baat voor lokale markt | Bedient lokale klanten
      `,
      urgency: `
        Urgentie | Prioriteit | Dringendheid | Urgentieniveau | Mate van urgentie | Hoe dringend | Urgentie van de
        aanwerving | Urgentie aanwerving | Spoed
      `,
      numberHires: `
        Aantal aanwervingen | Aanwervingen | Aantal aan te nemen medewerkers | Aantal nieuwe medewerkers | Aantal
        aannames | Aannames | Geplande aanwervingen | Verwachte aanwervingen | Aantal geplande aanwervingen |
        Aanwervingen in twee jaar | Aanwervingen in 2 jaar | Aanwervingen komende twee jaar | Aanwervingen komende 2
        jaar | Nieuwe aanwervingen | Aantal indiensttredingen | Indiensttredingen | Nieuwe indiensttredingen |
        Geplande indiensttredingen
      `,
      assessmentId: `
        Beoordelings-ID | Beoordelingsnummer | ID beoordeling | ID van de beoordeling | Beoordeling ID | Nummer
        beoordeling | Referentie beoordeling
      `,
    },
    decide: {
      assessmentId: `
        Beoordelings-ID | Beoordelingsnummer | ID beoordeling | ID van de beoordeling | Beoordeling ID | Nummer
        beoordeling | Referentie beoordeling | Beoordeling
      `,
      status: `
        Besluit | Beslissing | Status besluit | Status beslissing | Nieuwe status | Status van het besluit
      `,
      complianceTeamMemberId: `
        Compliance-ID | Compliance-medewerker-ID | ID compliance | ID compliance-medewerker | Personeelsnummer
        compliance | Goedkeurder-ID | ID goedkeurder | ID van de goedkeurder | ID complianceteam
      `,
      managerId: `
        Leidinggevende-ID | ID leidinggevende | ID van de leidinggevende | Personeelsnummer leidinggevende |
        Personeelsnummer manager | ID van de manager | Managernummer
      `,
      cancelledByStaffId: `
        Geannuleerd door | Afgezegd door | Ingetrokken door | Annulering door | Geannuleerd door ID
      `,
      note: `
        Opmerking | Opmerkingen | Notitie | Notities | Toelichting | Commentaar | Reden | Motivering
      `,
      externalEventId: 'Gebeurtenis-ID | Externe gebeurtenis-ID | ID gebeurtenis | Extern event-ID',
    },
    invite: {
      first_name: 'Voornaam | Voornamen | Roepnaam',
      last_name: 'Achternaam | Familienaam',
      email: `
        E-mailadres | Mailadres | Zakelijk e-mailadres | Zakelijke e-mail | E-mail zakelijk | E-mailadres werk |
        E-mail werk | Elektronisch adres
      `,
      staff_id: `
        Personeelsnummer | Personeelsnr | Personeels-ID | Medewerkernummer | Medewerkersnummer | Medewerker-ID |
        Werknemersnummer | Werknemernummer | Werknemer-ID | Stamnummer | ID medewerker
      `,
    },
  },
  values: {
    Yes: 'Ja | J | Waar',
    No: 'Nee | Neen | Onwaar',
    Unsure: `
        Onzeker | Onbekend | Weet niet | Weet ik niet | Niet zeker | Onduidelijk | Nog te bevestigen | Nader te
        bepalen
      `,
    Low: 'Laag | Lage | Starter | Beginner',
    Mid: 'Midden | Gemiddeld | Medior | Middelste',
    Senior: 'Hoog | Hoge',
    'Work From Anywhere': 'Reis | Dienstreis | Zakenreis | Uitzending | Detachering',
    'Hire From Anywhere': 'Aanwerving | Werving | Aanname',
  },
  rows: {
    totals: `
        Totaal | Totalen | Eindtotaal | Subtotaal | Gemiddelde | Aantal | Totaal generaal | Algemeen totaal |
        Deeltotaal
      `,
    notes: `
        Opmerking | Opmerkingen | Toelichting | Bron | Bronnen | Legenda | Noot | Notitie | Stand per | Opgesteld |
        Afgedrukt | Pagina | Bijgewerkt
      `,
  },
}
