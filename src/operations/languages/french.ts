import type { Language } from './language.ts'

export const french: Language = {
  code: 'fr',
  headings: {
    assess: {
      purpose: `
        Type d’évaluation | Type de demande | Nature de la demande | Objet de l’évaluation | Type de dossier | Voyage
        ou embauche | Déplacement ou embauche | Déplacement ou recrutement | Motif de l’évaluation
      `,
      employeeId: `
        Matricule | Matricule salarié | Matricule du salarié | Matricule employé | Matricule de l’employé | Matricule
        collaborateur | N° matricule | Numéro de matricule | No matricule | Numéro d’employé | Numéro employé | N°
        employé | N° d’employé | Numéro de salarié | Numéro salarié | N° salarié | Numéro du salarié | ID employé | ID
        de l’employé | ID salarié | ID du salarié | ID collaborateur | ID du collaborateur | Identifiant salarié |
        Identifiant employé | Identifiant du salarié | Identifiant de l’employé | Identifiant collaborateur |
        Identifiant RH | Identifiant interne | Code salarié | Code employé | Numéro de personnel | Numéro personnel |
        N° personnel | Numéro de collaborateur | Numéro collaborateur | N° collaborateur | N° de paie | Numéro de paie
        | ID RH | Matricule RH | Matricule interne | Matricule agent | N° agent | ID voyageur
      `,
      seniority: `
        Niveau | Niveau hiérarchique | Niveau de séniorité | Séniorité | Échelon | Niveau de poste | Niveau du poste |
        Niveau de responsabilité | Niveau d’expérience | Grade | Classe d’emploi | Niveau de carrière | Niveau
        d’emploi | Bande | Niveau de fonction | Niveau de classification | Niveau salarié
      `,
      roleType: `
        Type de rôle | Rôle | Fonction | Type de fonction | Type de poste | Catégorie de poste | Famille d’emploi |
        Famille de métier | Famille métier | Filière | Nature du poste | Nature des fonctions | Type d’emploi |
        Catégorie d’emploi | Type d’activité | Fonction exercée | Catégorie de rôle
      `,
      citizenship: `
        Nationalité | Citoyenneté | Nationalité du salarié | Nationalité de l’employé | Nationalité du collaborateur |
        Nationalité salarié | Nationalité employé | Nationalité collaborateur | Nationalité principale | Première
        nationalité | Nationalité 1 | Pays de nationalité | Pays de citoyenneté | Pays du passeport | Pays de
        passeport | Pays émetteur du passeport | Pays de délivrance du passeport | Pays d’émission du passeport |
        Passeport pays | Nationalité / citoyenneté | Citoyenneté / nationalité
      `,
      destination: `
        Pays de destination | Pays d’accueil | Pays hôte | Pays d’affectation | Pays de mission | Pays de la mission |
        Pays du déplacement | Pays de déplacement | Pays du voyage | Pays visité | Pays de travail temporaire | Pays
        de détachement | Pays du détachement | Pays d’expatriation | Destination du voyage | Destination pays |
        Destination du déplacement | Lieu de mission pays | Pays de séjour | Pays du séjour | Pays de télétravail |
        Pays du télétravail | État d’accueil | Pays d’exécution de la mission | Pays d’activité temporaire | Pays
        d’accueil / destination | Destination / pays d’accueil | Vers pays | Pays cible
      `,
      residency: `
        Pays de résidence | Résidence | Résidence pays | Pays de domicile | Domicile pays | Pays du domicile | Pays de
        résidence fiscale | Résidence fiscale | Pays d’emploi | Pays de l’emploi | Pays de l’employeur | Pays
        employeur | Pays du contrat | Pays de contrat | Pays du contrat de travail | Pays de rattachement | Pays de
        résidence habituelle | Pays de résidence / d’emploi | Pays de résidence du salarié | Pays de résidence de
        l’employé | Pays de paie | Pays habituel de travail | Pays de travail habituel | Pays de résidence actuel |
        Pays d’envoi | Pays de base
      `,
      startDate: `
        Date de début | Début | Date début | Date du début | Date de départ | Date départ | Début du voyage | Début
        voyage | Début de voyage | Voyage début | Début de mission | Début de la mission | Début mission | Mission du
        | Début du séjour | Début séjour | Séjour du | Début du déplacement | Début déplacement | Déplacement du |
        Date de début du voyage | Date de début de mission | Date de début de la mission | Date de début du séjour |
        Date de début du déplacement | Date de début de déplacement | Date d’arrivée | Arrivée | Date arrivée | Date
        d’arrivée sur place | Du | Date du | Période du | Période de début | Début de période | Début de la période |
        Premier jour | Premier jour à l’étranger | Premier jour de travail | Premier jour sur place | Date de début
        prévue | Début prévu | Date prévue de début | Début de détachement | Début du détachement | Date de début du
        détachement | Date de début du télétravail | Début du télétravail | Commencement | Voyage du | À partir du | À
        compter du | Date aller | Aller | Date de début réelle | Détachement du | Affectation du | Début d’affectation
        | Début de l’affectation
      `,
      endDate: `
        Date de fin | Fin | Date fin | Date de la fin | Date de retour | Retour | Date retour | Date du retour | Fin
        du voyage | Fin voyage | Fin de voyage | Voyage fin | Fin de mission | Fin de la mission | Fin mission |
        Mission au | Fin du séjour | Fin séjour | Séjour au | Fin du déplacement | Fin déplacement | Déplacement au |
        Date de fin du voyage | Date de fin de mission | Date de fin de la mission | Date de fin du séjour | Date de
        fin du déplacement | Date de fin de déplacement | Au | Date au | Période au | Période de fin | Fin de période
        | Fin de la période | Dernier jour | Dernier jour à l’étranger | Dernier jour de travail | Dernier jour sur
        place | Date de fin prévue | Fin prévue | Date prévue de fin | Fin de détachement | Fin du détachement | Date
        de fin du détachement | Date de fin du télétravail | Fin du télétravail | Jusqu’au | Voyage au | Date de fin
        réelle | Détachement au | Affectation au | Fin d’affectation | Fin de l’affectation | Date d’échéance du
        séjour
      `,
      workingDays: `
        Jours ouvrés | Jours travaillés | Jours de travail | Nombre de jours ouvrés | Nombre de jours travaillés |
        Nombre de jours de travail | Nb de jours ouvrés | Nb jours ouvrés | Nb de jours travaillés | Nb jours
        travaillés | Nb de jours de travail | Nb jours de travail | Nbre de jours travaillés | Nbre de jours ouvrés |
        Nbre jours travaillés | Nbre jours ouvrés | Jours travaillés à l’étranger | Jours de travail à l’étranger |
        Jours ouvrés à l’étranger | Jours travaillés sur place | Jours de travail sur place | Jours travaillés dans le
        pays d’accueil | Total jours travaillés | Total jours ouvrés | Jours ouvrables | Nombre de jours ouvrables |
        Nb jours ouvrables | Total des jours travaillés
      `,
      salesContracts: `
        Contrats de vente | Contrat de vente | Signature de contrats | Signe des contrats | Signature de contrats de
        vente | Signe des contrats de vente | Pouvoir de signature | Pouvoir de signer des contrats | Habilité à
        signer | Habilitation à signer | Autorité contractuelle | Conclusion de contrats | Conclut des contrats |
        Négocie des contrats | Négociation de contrats | Négocie ou signe des contrats | Négociation / signature de
        contrats | Contrats commerciaux | Délégation de signature | Pouvoir d’engager la société | Pouvoir d’engager
        l’entreprise | Contrats | Peut signer des contrats | Signature des contrats | Signature contrats
      `,
      pastTripsDuration: `
        Voyages antérieurs | Voyages précédents | Voyages passés | Déplacements antérieurs | Déplacements précédents |
        Déplacements passés | Séjours antérieurs | Séjours précédents | Séjours passés | Durée des voyages antérieurs
        | Durée des voyages précédents | Durée des voyages passés | Durée des séjours antérieurs | Durée des séjours
        précédents | Durée des déplacements antérieurs | Durée des déplacements précédents | Jours de voyages
        antérieurs | Jours de voyages précédents | Jours des voyages antérieurs | Jours des voyages précédents | Jours
        des séjours précédents | Jours des séjours antérieurs | Jours antérieurs | Jours déjà passés | Jours déjà
        passés dans le pays | Jours déjà passés sur place | Jours passés dans le pays | Jours précédents dans le pays
        | Jours antérieurs dans le pays | Nombre de jours antérieurs | Nombre de jours déjà passés | Nb jours déjà
        passés | Nb de jours déjà passés | Voyages antérieurs en jours | Voyages précédents en jours | Missions
        antérieures | Missions précédentes | Durée des missions antérieures | Durée des missions précédentes | Cumul
        de jours antérieurs | Durée voyages antérieurs | Durée voyages précédents
      `,
      legalRight: `
        Droit de travailler | Droit au travail | Droit légal de travailler | Autorisation de travail | Autorisation de
        travailler | Permis de travail | Droit de travail | Droit de travailler dans le pays | Droit de travailler
        dans le pays d’accueil | Droit de travailler sur place | Droit de travailler à destination | Autorisé à
        travailler | Autorisée à travailler | A le droit de travailler | Droit légal au travail | Permis /
        autorisation de travail | Autorisation légale de travailler | Dispose d’un permis de travail | Titre de
        travail | Éligible au travail | Droit de travailler dans le pays de destination
      `,
      benefitLocalMarket: `
        Marché local | Bénéfice pour le marché local | Bénéfice au marché local | Bénéfice marché local | Profite au
        marché local | Avantage pour le marché local | Avantage marché local | Au bénéfice du marché local | Bénéficie
        au marché local | Clients locaux | Sert le marché local | Activité pour le marché local | Travail pour le
        marché local | Bénéfice local | Au profit du marché local | Service au marché local | Clientèle locale |
        Bénéfice pour l’entité locale | Bénéficie à l’entité locale | Activité sur le marché local
      `,
      urgency: `
        Urgence | Priorité | Niveau d’urgence | Degré d’urgence | Urgence du recrutement | Urgence de l’embauche |
        Urgence d’embauche | Urgence de recrutement | Niveau de priorité
      `,
      numberHires: `
        Nombre d’embauches | Nombre de recrutements | Embauches | Recrutements | Embauches prévues | Recrutements
        prévus | Nombre d’embauches prévues | Nombre de recrutements prévus | Nb d’embauches | Nb embauches | Nb de
        recrutements | Nb recrutements | Embauches sur deux ans | Embauches sur 2 ans | Recrutements sur deux ans |
        Recrutements sur 2 ans | Embauches dans les deux ans | Nombre d’embauches sur 2 ans | Nombre d’embauches sur
        deux ans | Embauches envisagées | Nombre d’embauches envisagées
      `,
      assessmentId: `
        ID évaluation | ID d’évaluation | ID de l’évaluation | Identifiant évaluation | Identifiant d’évaluation |
        Identifiant de l’évaluation | Numéro d’évaluation | N° d’évaluation | N° évaluation | Référence de
        l’évaluation
      `,
    },
    decide: {
      assessmentId: `
        ID évaluation | ID d’évaluation | ID de l’évaluation | Identifiant évaluation | Identifiant d’évaluation |
        Identifiant de l’évaluation | Numéro d’évaluation | N° d’évaluation | N° évaluation | Référence de
        l’évaluation | Évaluation
      `,
      status: `
        Décision | Statut | Statut de la décision | Nouveau statut | État de la décision | Statut décision
      `,
      complianceTeamMemberId: `
        ID conformité | ID du membre conformité | ID compliance | Matricule conformité | Matricule compliance |
        Matricule du membre conformité | ID de l’équipe conformité | ID approbateur | ID de l’approbateur | Matricule
        approbateur | ID du membre de l’équipe conformité | ID validateur
      `,
      managerId: `
        ID du manager | ID responsable | ID du responsable | Matricule manager | Matricule du manager | Matricule
        responsable | Matricule du responsable | ID supérieur | ID du supérieur hiérarchique | Identifiant du manager
        | Identifiant manager
      `,
      cancelledByStaffId: `
        Annulé par | Annulée par | Annulation par | Matricule annulation | ID annulation | Annulé par matricule
      `,
      note: `
        Remarque | Remarques | Commentaire | Commentaires | Observation | Observations | Motif | Justification |
        Annotation
      `,
      externalEventId: `
        ID événement | ID d’événement | ID de l’événement | ID événement externe | Identifiant d’événement externe |
        Identifiant externe de l’événement
      `,
    },
    invite: {
      first_name: 'Prénom | Prénoms | Prénom usuel',
      last_name: 'Nom | Nom de famille | Nom usuel | Nom d’usage',
      email: `
        Courriel | Adresse e-mail | Adresse courriel | Adresse électronique | Mél | E-mail professionnel | Adresse
        mail | Mail professionnel | Courriel professionnel | Adresse de courriel
      `,
      staff_id: `
        Matricule | Matricule salarié | Matricule du salarié | N° matricule | Numéro de matricule | Numéro d’employé |
        Numéro employé | N° employé | ID employé | ID de l’employé | ID salarié | Identifiant salarié | Identifiant
        employé | ID collaborateur | Numéro de salarié | N° salarié | Numéro de personnel
      `,
    },
  },
  values: {
    Yes: 'Oui | Vrai',
    No: 'Non | Faux',
    Unsure: `
        Incertain | Incertaine | Pas sûr | Inconnu | À confirmer | À vérifier | Ne sait pas | Pas certain |
        Indéterminé
      `,
    Low: 'Débutant | Débutante | Bas | Basse | Faible',
    Mid: 'Moyen | Moyenne | Intermédiaire | Confirmé | Confirmée',
    Senior: 'Élevé | Élevée | Haut | Haute',
    'Work From Anywhere': 'Voyage | Déplacement | Mission | Télétravail à l’étranger',
    'Hire From Anywhere': 'Embauche | Recrutement',
  },
  rows: {
    totals: `
        Total | Totaux | Total général | Sous-total | Somme | Moyenne | Ensemble | Nombre | Effectif | Cumul
      `,
    notes: `
        Note | Notes | Remarque | Remarques | Source | Sources | Légende | Commentaire | Observations | Établi | Édité
        | Imprimé | Situation au | Page | NB
      `,
  },
}
