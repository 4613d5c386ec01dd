import type { Language } from './language.ts'

export const portuguese: Language = {
  code: 'pt',
  headings: {
    assess: {
      purpose: `
        Tipo de avaliação | Tipo de pedido | Tipo de solicitação | Tipo de caso | Objetivo da avaliação | Finalidade
        da avaliação | Viagem ou contratação
      `,
      employeeId: `
        Número de funcionário | Número do funcionário | N.º de funcionário | Nº do funcionário | N° do funcionário |
        Nº funcionário | ID funcionário | ID do funcionário | ID de funcionário | Código do funcionário | Código de
        funcionário | Cód. funcionário | Matrícula | Matrícula do funcionário | Número de matrícula | Nº de matrícula
        | Número de empregado | Número do empregado | ID empregado | ID do empregado | Código do empregado | Número de
        colaborador | Número do colaborador | Nº de colaborador | Nº do colaborador | Nº colaborador | ID colaborador
        | ID do colaborador | Código do colaborador | Código de colaborador | Número mecanográfico | N.º mecanográfico
        | Registro do funcionário | Registro do empregado | Número pessoal | ID do trabalhador | ID trabalhador |
        Número de trabalhador | Identificador do funcionário | Identificação do funcionário | Identificador do
        colaborador | ID RH
      `,
      seniority: `
        Nível | Nível de senioridade | Senioridade | Nível hierárquico | Nível profissional | Nível do cargo | Nível
        de cargo | Nível da função | Nível de função | Grau | Nível de responsabilidade | Nível de experiência | Faixa
        | Nível de carreira | Escalão | Nível da posição
      `,
      roleType: `
        Tipo de função | Função | Tipo de papel | Papel | Tipo de cargo | Família profissional | Família de cargos |
        Família de funções | Área funcional | Tipo de atividade | Categoria da função | Categoria do cargo | Tipo de
        trabalho | Tipo de posto | Natureza da função
      `,
      citizenship: `
        Nacionalidade | Cidadania | Nacionalidade do funcionário | Nacionalidade do colaborador | Nacionalidade do
        empregado | Nacionalidade funcionário | Nacionalidade 1 | Primeira nacionalidade | Nacionalidade principal |
        País de nacionalidade | País da nacionalidade | País de cidadania | País do passaporte | País de passaporte |
        País emissor do passaporte | País de emissão do passaporte | Passaporte país | Nacionalidade / cidadania |
        Cidadania / nacionalidade
      `,
      destination: `
        País de destino | País destino | Destino | Destino país | País anfitrião | País de acolhimento | País de
        acolhida | País da viagem | País de viagem | País de deslocação | País da deslocação | País de deslocamento |
        País do deslocamento | País visitado | País a visitar | Destino da viagem | Destino de viagem | País de
        trabalho temporário | País de teletrabalho | País do teletrabalho | País de destacamento | País do
        destacamento | País de expatriação | País da missão | País de estadia | País da estadia | País receptor |
        Viaja para | Viagem para | Destino / país de acolhimento | País de trabalho remoto
      `,
      residency: `
        País de residência | Residência | Residência país | País residência | País de domicílio | Domicílio país |
        País de residência fiscal | Residência fiscal | País de emprego | País do emprego | País do empregador | País
        empregador | País da entidade empregadora | País do contrato | País de contrato | País de contratação | País
        de residência habitual | Residência habitual | País de residência do funcionário | País de residência do
        colaborador | País de residência / emprego | País da folha de pagamento | País habitual de trabalho | País de
        trabalho habitual | País de residência atual | País de envio | País base
      `,
      startDate: `
        Data de início | Início | Data início | Data inicial | Data do início | Data de começo | Começo | Início da
        viagem | Início viagem | Início de viagem | Viagem início | Data de início da viagem | Data início viagem |
        Data de início de viagem | Início da estadia | Início estadia | Data de início da estadia | Início da
        deslocação | Início deslocação | Data de início da deslocação | Início do deslocamento | Data de início do
        deslocamento | Início da missão | Início missão | Data de início da missão | Início do destacamento | Data de
        início do destacamento | Desde | Data desde | Data de chegada | Chegada | Data chegada | Data de ida | Ida |
        Data de partida | Data partida | Primeiro dia | Primeiro dia no exterior | Primeiro dia no estrangeiro |
        Primeiro dia de trabalho | Primeiro dia útil | Início do período | Início período | Data de início prevista |
        Início previsto | Data prevista de início | Data de início real | A partir de | Início do teletrabalho | Data
        de início do teletrabalho
      `,
      endDate: `
        Data de fim | Fim | Data fim | Data final | Data do fim | Data de término | Término | Data término | Fim da
        viagem | Fim viagem | Fim de viagem | Viagem fim | Término da viagem | Data de fim da viagem | Data fim viagem
        | Data de término da viagem | Fim da estadia | Fim estadia | Data de fim da estadia | Fim da deslocação | Fim
        deslocação | Data de fim da deslocação | Fim do deslocamento | Data de fim do deslocamento | Fim da missão |
        Fim missão | Data de fim da missão | Fim do destacamento | Data de fim do destacamento | Até | Data até |
        Período até | Viagem até | Data de regresso | Regresso | Data regresso | Data de retorno | Retorno | Data
        retorno | Data de volta | Volta | Último dia | Último dia no exterior | Último dia no estrangeiro | Último dia
        de trabalho | Último dia útil | Fim do período | Fim período | Data de fim prevista | Fim previsto | Data
        prevista de fim | Data de fim real | Fim do teletrabalho | Data de fim do teletrabalho
      `,
      workingDays: `
        Dias úteis | Dias de trabalho | Dias trabalhados | Número de dias úteis | Número de dias de trabalho | Número
        de dias trabalhados | N.º de dias úteis | Nº dias úteis | N° dias úteis | Nº de dias de trabalho | Nº dias de
        trabalho | Nº de dias trabalhados | Nº dias trabalhados | Qtd. dias úteis | Quantidade de dias úteis |
        Quantidade de dias trabalhados | Total de dias úteis | Total dias úteis | Total de dias trabalhados | Dias de
        trabalho no exterior | Dias de trabalho no estrangeiro | Dias trabalhados no exterior | Dias trabalhados no
        estrangeiro | Dias úteis no exterior | Dias úteis no estrangeiro | Dias úteis no destino | Dias de trabalho no
        destino | Dias úteis previstos | Dias laborais
      `,
      salesContracts: `
        Contratos de venda | Contratos de vendas | Contrato de venda | Assina contratos | Assinatura de contratos |
        Assina contratos de venda | Assinatura de contratos de venda | Poder de assinatura | Poderes de assinatura |
        Autoridade para assinar contratos | Poder para assinar contratos | Celebra contratos | Celebração de contratos
        | Fecha contratos | Conclui contratos | Negocia contratos | Negociação de contratos | Negocia ou assina
        contratos | Negociação / assinatura de contratos | Contratos comerciais | Contratos | Pode assinar contratos |
        Autoridade contratual | Poderes para contratar
      `,
      pastTripsDuration: `
        Viagens anteriores | Viagens prévias | Viagens passadas | Duração de viagens anteriores | Duração das viagens
        anteriores | Duração de viagens passadas | Duração das viagens passadas | Dias de viagens anteriores | Dias em
        viagens anteriores | Dias de viagens passadas | Dias das viagens anteriores | Dias anteriores | Dias
        anteriores no país | Dias prévios | Dias prévios no país | Dias já passados | Dias já passados no país | Dias
        passados no país | Estadias anteriores | Dias de estadias anteriores | Duração de estadias anteriores |
        Duração das estadias anteriores | Deslocações anteriores | Duração de deslocações anteriores | Duração das
        deslocações anteriores | Deslocamentos anteriores | Duração de deslocamentos anteriores | Viagens anteriores
        em dias | Viagens passadas em dias | Número de dias anteriores | Nº de dias anteriores | Nº dias anteriores |
        Dias acumulados | Dias acumulados no país | Duração viagens anteriores
      `,
      legalRight: `
        Direito de trabalhar | Direito a trabalhar | Direito ao trabalho | Direito legal de trabalhar | Direito legal
        a trabalhar | Direito legal ao trabalho | Autorização de trabalho | Autorização para trabalhar | Permissão de
        trabalho | Permissão para trabalhar | Licença de trabalho | Visto de trabalho | Autorizado a trabalhar |
        Autorizada a trabalhar | Pode trabalhar | Pode trabalhar legalmente | Direito de trabalho | Direito de
        trabalhar no destino | Direito de trabalhar no país | Direito de trabalhar no país de destino | Habilitado a
        trabalhar | Autorização / permissão de trabalho | Tem autorização de trabalho
      `,
      benefitLocalMarket: `
        Mercado local | Benefício para o mercado local | Benefício ao mercado local | Benefício mercado local |
        Benefício do mercado local | Beneficia o mercado local | Beneficia ao mercado local | Em benefício do mercado
        local | Vantagem para o mercado local | Clientes locais | Atende o mercado local | Serve o mercado local |
        Atividade para o mercado local | Trabalho para o mercado local | Benefício local | Benefício para a entidade
        local | Beneficia a entidade local | Atividade no mercado local
      `,
      urgency: `
        Urgência | Prioridade | Nível de urgência | Grau de urgência | Urgência da contratação | Urgência de
        contratação | Nível de prioridade
      `,
      numberHires: `
        Número de contratações | Contratações | Contratações previstas | Número de contratações previstas | N.º de
        contratações | Nº contratações | N° contratações | Contratações em dois anos | Contratações em 2 anos |
        Contratações nos próximos dois anos | Contratações nos próximos 2 anos | Novas contratações | Número de novas
        contratações | Contratações planejadas | Contratações planeadas | Contratações esperadas | Quantidade de
        contratações | Admissões | Número de admissões | Admissões previstas
      `,
      assessmentId: `
        ID avaliação | ID da avaliação | ID de avaliação | Identificador da avaliação | Identificador de avaliação |
        Número da avaliação | Número de avaliação | Nº da avaliação | Código da avaliação | Referência da avaliação
      `,
    },
    decide: {
      assessmentId: `
        ID avaliação | ID da avaliação | ID de avaliação | Identificador da avaliação | Identificador de avaliação |
        Número da avaliação | Número de avaliação | Nº da avaliação | Código da avaliação | Referência da avaliação |
        Avaliação
      `,
      status: `
        Decisão | Estado | Estado da decisão | Novo estado | Status da decisão | Novo status | Situação
      `,
      complianceTeamMemberId: `
        ID compliance | ID de compliance | ID do membro de compliance | ID do membro compliance | Matrícula compliance
        | ID conformidade | ID de conformidade | ID aprovador | ID do aprovador | Matrícula do aprovador | ID da
        equipe de compliance | ID da equipa de compliance
      `,
      managerId: `
        ID do gestor | ID gestor | ID do gerente | ID gerente | ID do responsável | ID responsável | Matrícula do
        gestor | Matrícula do gerente | ID da chefia | Número do gestor | ID do supervisor
      `,
      cancelledByStaffId: `
        Cancelado por | Cancelada por | Anulado por | Anulada por | Cancelamento por | ID de quem cancela
      `,
      note: `
        Nota | Notas | Comentário | Comentários | Observação | Observações | Motivo | Justificação | Justificativa |
        Anotação
      `,
      externalEventId: `
        ID de evento | ID do evento | ID evento | ID de evento externo | ID evento externo | Identificador do evento
      `,
    },
    invite: {
      first_name: 'Nome | Nome próprio | Primeiro nome | Prenome | Nomes próprios',
      last_name: 'Apelido | Apelidos | Sobrenome | Último nome | Nome de família',
      email: `
        Correio eletrónico | Endereço de e-mail | Endereço de correio eletrónico | E-mail corporativo | E-mail
        profissional | E-mail de trabalho | Endereço eletrónico
      `,
      staff_id: `
        Número de funcionário | Número do funcionário | Nº de funcionário | Nº do funcionário | Nº funcionário | ID
        funcionário | ID do funcionário | Código do funcionário | Matrícula | Número de colaborador | Número do
        colaborador | ID colaborador | ID do colaborador | Número mecanográfico | Nº mecanográfico | ID do empregado |
        Número de empregado
      `,
    },
  },
  values: {
    Yes: 'Sim | S | Verdadeiro',
    No: 'Não | Falso',
    Unsure: `
        Incerto | Incerta | Não sei | Não tenho certeza | Não tem certeza | Desconhecido | A confirmar | Por confirmar
        | Não se sabe
      `,
    Low: 'Baixo | Baixa | Júnior | Iniciante',
    Mid: 'Médio | Média | Pleno | Intermédio | Intermediário',
    Senior: 'Alto | Alta | Sênior',
    'Work From Anywhere': 'Viagem | Deslocação | Deslocamento | Teletrabalho no exterior',
    'Hire From Anywhere': 'Contratação',
  },
  rows: {
    totals: `
        Total | Totais | Total geral | Subtotal | Soma | Média | Total parcial | Contagem | Somatório
      `,
    notes: `
        Nota | Notas | Observação | Observações | Fonte | Fontes | Legenda | Comentário | Elaborado | Impresso |
        Página | Atualizado
      `,
  },
}
