import type { Language } from './language.ts'

export const italian: Language = {
  code: 'it',
  headings: {
    assess: {
      purpose: `
        Tipo di valutazione | Tipo valutazione | Tipo di richiesta | Tipo richiesta | Tipo di pratica | Oggetto della
        valutazione | Scopo della valutazione | Viaggio o assunzione | Trasferta o assunzione
      `,
      employeeId: `
        Matricola | Matricola dipendente | Matricola del dipendente | Numero di matricola | Numero matricola | N.
        matricola | Nr. matricola | Numero dipendente | Numero di dipendente | Numero del dipendente | N. dipendente |
        ID dipendente | ID del dipendente | Codice dipendente | Codice del dipendente | Cod. dipendente |
        Identificativo dipendente | Identificativo del dipendente | ID lavoratore | ID del lavoratore | Codice
        lavoratore | Numero personale | Numero del personale | ID personale | ID collaboratore | ID del collaboratore
        | Codice collaboratore | Matricola lavoratore | Matricola aziendale | Codice matricola | Matricola interna |
        Badge dipendente | ID HR
      `,
      seniority: `
        Livello | Livello di seniority | Livello di anzianità | Livello professionale | Livello gerarchico | Livello
        di inquadramento | Inquadramento | Grado | Livello di responsabilità | Livello della posizione | Livello
        posizione | Livello di esperienza | Fascia | Fascia professionale | Livello di carriera | Livello del ruolo |
        Livello ruolo | Seniority aziendale
      `,
      roleType: `
        Tipo di ruolo | Ruolo | Tipo ruolo | Tipologia di ruolo | Tipologia ruolo | Funzione | Tipo di funzione |
        Funzione aziendale | Famiglia professionale | Area funzionale | Tipo di attività | Tipo di mansione |
        Categoria di ruolo | Tipologia di mansione | Tipo di posizione
      `,
      citizenship: `
        Cittadinanza | Nazionalità | Cittadinanza del dipendente | Cittadinanza dipendente | Nazionalità del
        dipendente | Nazionalità dipendente | Cittadinanza 1 | Prima cittadinanza | Cittadinanza principale |
        Nazionalità principale | Paese di cittadinanza | Paese di nazionalità | Paese del passaporto | Paese di
        rilascio del passaporto | Paese passaporto | Stato di cittadinanza | Passaporto paese | Cittadinanza /
        nazionalità | Nazionalità / cittadinanza | Cittadino di
      `,
      destination: `
        Paese di destinazione | Paese destinazione | Destinazione | Destinazione paese | Paese ospitante | Paese di
        trasferta | Paese della trasferta | Paese trasferta | Paese del viaggio | Paese di viaggio | Paese di distacco
        | Paese del distacco | Paese di missione | Paese di assegnazione | Paese visitato | Paese da visitare |
        Destinazione del viaggio | Destinazione viaggio | Destinazione della trasferta | Destinazione trasferta |
        Stato di destinazione | Paese estero di lavoro | Paese di lavoro temporaneo | Paese di soggiorno | Paese del
        soggiorno | Stato ospitante | Paese di accoglienza | Paese di lavoro da remoto | Paese ospitante /
        destinazione | Destinazione / paese ospitante
      `,
      residency: `
        Paese di residenza | Residenza | Residenza paese | Paese residenza | Stato di residenza | Paese di domicilio |
        Paese di residenza fiscale | Residenza fiscale | Paese di assunzione | Paese di impiego | Paese d’impiego |
        Paese del datore di lavoro | Paese datore di lavoro | Paese del contratto | Paese di contratto | Paese di
        residenza abituale | Residenza abituale | Paese di residenza del dipendente | Paese di residenza / impiego |
        Paese abituale di lavoro | Paese di lavoro abituale | Paese di invio | Paese di residenza attuale | Paese di
        payroll | Paese base
      `,
      startDate: `
        Data di inizio | Inizio | Data inizio | Data d’inizio | Data iniziale | Inizio viaggio | Inizio del viaggio |
        Viaggio inizio | Data inizio viaggio | Data di inizio viaggio | Data di inizio del viaggio | Inizio trasferta
        | Inizio della trasferta | Trasferta inizio | Data inizio trasferta | Data di inizio trasferta | Data di
        inizio della trasferta | Inizio distacco | Inizio del distacco | Data inizio distacco | Data di inizio del
        distacco | Inizio soggiorno | Inizio del soggiorno | Data inizio soggiorno | Data di inizio del soggiorno |
        Inizio missione | Inizio della missione | Data inizio missione | Dal | Data dal | Periodo dal | Viaggio dal |
        Trasferta dal | Data di arrivo | Arrivo | Data arrivo | Data di partenza | Data partenza | Andata | Data di
        andata | Primo giorno | Primo giorno all’estero | Primo giorno di lavoro | Primo giorno lavorativo | Inizio
        periodo | Inizio del periodo | Data inizio prevista | Data di inizio prevista | Inizio previsto | Data inizio
        effettiva | Data di inizio effettiva | A partire dal | Decorrenza | Data di decorrenza | Inizio assegnazione |
        Data inizio assegnazione | Data da
      `,
      endDate: `
        Data di fine | Fine | Data fine | Data finale | Data di termine | Data termine | Fine viaggio | Fine del
        viaggio | Viaggio fine | Data fine viaggio | Data di fine viaggio | Data di fine del viaggio | Fine trasferta
        | Fine della trasferta | Trasferta fine | Data fine trasferta | Data di fine trasferta | Data di fine della
        trasferta | Fine distacco | Fine del distacco | Data fine distacco | Data di fine del distacco | Fine
        soggiorno | Fine del soggiorno | Data fine soggiorno | Data di fine del soggiorno | Fine missione | Fine della
        missione | Data fine missione | Al | Data al | Periodo al | Viaggio al | Trasferta al | Fino al | Data di
        ritorno | Ritorno | Data ritorno | Rientro | Data di rientro | Data rientro | Ultimo giorno | Ultimo giorno
        all’estero | Ultimo giorno di lavoro | Ultimo giorno lavorativo | Fine periodo | Fine del periodo | Data fine
        prevista | Data di fine prevista | Fine prevista | Data fine effettiva | Data di fine effettiva | Scadenza
        trasferta | Fine assegnazione | Data fine assegnazione
      `,
      workingDays: `
        Giorni lavorativi | Giorni di lavoro | Giorni lavorati | Giornate lavorative | Giornate lavorate | Giornate di
        lavoro | Numero giorni lavorativi | Numero di giorni lavorativi | Numero di giorni di lavoro | Numero giorni
        di lavoro | N. giorni lavorativi | Nr. giorni lavorativi | N. giorni di lavoro | Numero di giorni lavorati |
        Giorni lavorativi all’estero | Giorni di lavoro all’estero | Giorni lavorati all’estero | Giorni lavorativi
        nel paese | Totale giorni lavorativi | Totale giorni di lavoro | GG lavorativi | GG lavorati | Giorni
        lavorativi previsti | Giorni lavorativi in trasferta | Giorni lavorativi a destinazione
      `,
      salesContracts: `
        Contratti di vendita | Contratto di vendita | Firma contratti | Firma di contratti | Firma contratti di
        vendita | Firma di contratti di vendita | Potere di firma | Poteri di firma | Autorità di firma | Conclude
        contratti | Conclusione di contratti | Conclusione contratti | Negozia contratti | Negoziazione di contratti |
        Negoziazione contratti | Negozia o firma contratti | Negoziazione / firma di contratti | Contratti commerciali
        | Stipula contratti | Stipula di contratti | Stipula contratti di vendita | Contratti | Può firmare contratti
        | Procura alla firma | Potere di concludere contratti | Facoltà di firma
      `,
      pastTripsDuration: `
        Viaggi precedenti | Viaggi passati | Viaggi pregressi | Trasferte precedenti | Trasferte passate | Trasferte
        pregresse | Durata viaggi precedenti | Durata dei viaggi precedenti | Durata trasferte precedenti | Durata
        delle trasferte precedenti | Durata viaggi pregressi | Giorni di viaggi precedenti | Giorni viaggi precedenti
        | Giorni di trasferte precedenti | Giorni trasferte precedenti | Giorni precedenti | Giorni precedenti nel
        paese | Giorni già trascorsi | Giorni già trascorsi nel paese | Giorni trascorsi nel paese | Giorni pregressi
        | Giorni pregressi nel paese | Soggiorni precedenti | Giorni di soggiorni precedenti | Durata soggiorni
        precedenti | Durata dei soggiorni precedenti | Viaggi precedenti in giorni | Trasferte precedenti in giorni |
        Numero di giorni precedenti | Giorni cumulati | Giorni cumulati nel paese | Permanenze precedenti
      `,
      legalRight: `
        Diritto di lavorare | Diritto al lavoro | Diritto a lavorare | Diritto legale di lavorare | Diritto legale a
        lavorare | Diritto legale al lavoro | Permesso di lavoro | Autorizzazione al lavoro | Autorizzazione a
        lavorare | Autorizzato a lavorare | Autorizzata a lavorare | Può lavorare | Può lavorare legalmente | Diritto
        di lavoro | Diritto di lavorare nel paese | Diritto di lavorare nel paese di destinazione | Permesso /
        autorizzazione al lavoro | Abilitato a lavorare | Nulla osta al lavoro | Ha il permesso di lavoro | Diritto di
        lavorare a destinazione | Permesso di lavorare
      `,
      benefitLocalMarket: `
        Mercato locale | Beneficio per il mercato locale | Beneficio al mercato locale | Beneficio mercato locale |
        Vantaggio per il mercato locale | A beneficio del mercato locale | A vantaggio del mercato locale | Clienti
        locali | Serve il mercato locale | Attività per il mercato locale | Lavoro per il mercato locale | Beneficio
        locale | Benefici per il mercato locale | Benefici mercato locale | Beneficia il mercato locale | Beneficio
        per la società locale | Attività sul mercato locale | Clientela locale | Vantaggio mercato locale
      `,
      urgency: `
        Urgenza | Priorità | Livello di urgenza | Grado di urgenza | Urgenza assunzione | Urgenza di assunzione |
        Urgenza dell’assunzione | Livello di priorità
      `,
      numberHires: `
        Numero di assunzioni | Numero assunzioni | Assunzioni | Assunzioni previste | Numero di assunzioni previste |
        Numero assunzioni previste | N. assunzioni | Nr. assunzioni | Assunzioni in due anni | Assunzioni in 2 anni |
        Assunzioni nei prossimi due anni | Assunzioni nei prossimi 2 anni | Nuove assunzioni | Numero di nuove
        assunzioni | Assunzioni attese | Assunzioni pianificate
      `,
      assessmentId: `
        ID valutazione | ID della valutazione | ID di valutazione | Identificativo valutazione | Identificativo della
        valutazione | Numero valutazione | Numero della valutazione | Codice valutazione | Riferimento valutazione
      `,
    },
    decide: {
      assessmentId: `
        ID valutazione | ID della valutazione | ID di valutazione | Identificativo valutazione | Identificativo della
        valutazione | Numero valutazione | Numero della valutazione | Codice valutazione | Riferimento valutazione |
        Valutazione
      `,
      status: 'Decisione | Stato | Stato della decisione | Stato decisione | Nuovo stato | Esito',
      complianceTeamMemberId: `
        ID compliance | ID del membro compliance | ID membro compliance | Matricola compliance | ID conformità | ID
        approvatore | ID dell’approvatore | Matricola approvatore | ID del team compliance
      `,
      managerId: `
        ID del responsabile | ID responsabile | Matricola responsabile | Matricola del responsabile | ID del manager |
        Matricola manager | Matricola del manager | ID superiore | ID del superiore
      `,
      cancelledByStaffId: `
        Annullato da | Annullata da | Annullamento da | Cancellato da | ID di chi annulla | Matricola annullamento
      `,
      note: `
        Nota | Commento | Commenti | Osservazione | Osservazioni | Annotazione | Annotazioni | Motivo | Motivazione
      `,
      externalEventId: `
        ID evento | ID dell’evento | ID evento esterno | ID dell’evento esterno | Identificativo evento
      `,
    },
    invite: {
      first_name: 'Nome | Nome di battesimo | Primo nome',
      last_name: 'Cognome | Cognomi',
      email: `
        Indirizzo e-mail | Posta elettronica | Indirizzo di posta elettronica | E-mail aziendale | Mail aziendale |
        Indirizzo mail | Indirizzo e-mail aziendale
      `,
      staff_id: `
        Matricola | Matricola dipendente | Numero di matricola | Numero matricola | N. matricola | Numero dipendente |
        ID dipendente | ID del dipendente | Codice dipendente | Codice del dipendente | Identificativo dipendente | ID
        personale
      `,
    },
  },
  values: {
    Yes: 'Sì | S | Vero',
    No: 'Falso',
    Unsure: `
        Incerto | Incerta | Non sicuro | Non so | Da confermare | Da verificare | Sconosciuto | Non noto | Dubbio
      `,
    Low: 'Basso | Bassa | Principiante',
    Mid: 'Medio | Media | Intermedio | Intermedia',
    Senior: 'Alto | Alta',
    'Work From Anywhere': 'Viaggio | Trasferta | Distacco | Lavoro dall’estero',
    'Hire From Anywhere': 'Assunzione',
  },
  rows: {
    totals: `
        Totale | Totali | Totale generale | Totale complessivo | Subtotale | Somma | Media | Conteggio | Totale
        parziale
      `,
    notes: `
        Nota | Note | Osservazioni | Fonte | Fonti | Legenda | Commento | Redatto | Stampato | Pagina | Aggiornato |
        Avvertenza
      `,
  },
}
