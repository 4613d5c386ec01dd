import type { Language } from './language.ts'

export const spanish: Language = {
  code: 'es',
  headings: {
    assess: {
      purpose: `
        Tipo de evaluación | Tipo de solicitud | Tipo de caso | Objeto de la evaluación | Viaje o contratación |
        Motivo de la evaluación | Finalidad de la evaluación
      `,
      employeeId: `
        Número de empleado | N.º de empleado | N° de empleado | Núm. de empleado | Num empleado | Número empleado | Nº
        empleado | N° empleado | ID empleado | ID de empleado | ID del empleado | Código de empleado | Código empleado
        | Código del empleado | Cód. empleado | Identificador de empleado | Identificador del empleado |
        Identificación del empleado | Número de personal | Nº personal | Nº de personal | Número del empleado |
        Matrícula | Matrícula de empleado | Legajo | Nº de legajo | Número de legajo | Número de trabajador | ID
        trabajador | ID del trabajador | Código de trabajador | Código trabajador | Nº de trabajador | Número de
        nómina | Nº de nómina | ID de personal | ID colaborador | ID del colaborador | Código de colaborador | Número
        de colaborador | ID RRHH
      `,
      seniority: `
        Nivel | Nivel de antigüedad | Nivel de seniority | Nivel jerárquico | Nivel profesional | Nivel del puesto |
        Nivel de puesto | Grado | Nivel de responsabilidad | Nivel de experiencia | Nivel salarial | Banda | Nivel de
        carrera | Nivel del cargo | Nivel de cargo | Senioridad | Grado de seniority
      `,
      roleType: `
        Tipo de rol | Rol | Función | Tipo de función | Tipo de puesto | Tipo de cargo | Familia profesional | Familia
        de puestos | Familia de puesto | Categoría del puesto | Área funcional | Tipo de trabajo | Tipo de actividad |
        Clase de puesto | Categoría de rol | Función del puesto
      `,
      citizenship: `
        Nacionalidad | Ciudadanía | Nacionalidad del empleado | Nacionalidad empleado | Nacionalidad del trabajador |
        Nacionalidad 1 | Primera nacionalidad | Nacionalidad principal | País de nacionalidad | País de ciudadanía |
        País del pasaporte | País de pasaporte | País emisor del pasaporte | País de emisión del pasaporte | País de
        expedición del pasaporte | Pasaporte país | Nacionalidad / ciudadanía | Ciudadanía / nacionalidad
      `,
      destination: `
        País de destino | País destino | Destino | Destino país | País anfitrión | País de acogida | País receptor |
        País de viaje | País del viaje | País de desplazamiento | País del desplazamiento | País de asignación | País
        de la asignación | País visitado | País a visitar | Destino del viaje | Destino de viaje | País de trabajo
        temporal | País de teletrabajo | País del teletrabajo | País de estancia | País de la estancia | País de
        expatriación | Estado de acogida | Viaja a | País de acogida / destino | Destino / país de acogida | País
        donde trabajará
      `,
      residency: `
        País de residencia | Residencia | Residencia país | País residencia | País de domicilio | Domicilio país |
        País de residencia fiscal | Residencia fiscal | País de empleo | País del empleo | País del empleador | País
        empleador | País del contrato | País de contrato | País de contratación | País de residencia habitual |
        Residencia habitual | País de residencia del empleado | País de residencia / empleo | País de nómina | País
        habitual de trabajo | País de trabajo habitual | País de residencia actual | País de envío | País base | País
        sede del empleador
      `,
      startDate: `
        Fecha de inicio | Inicio | Fecha inicio | Fecha inicial | Fecha de comienzo | Comienzo | Inicio del viaje |
        Inicio viaje | Inicio de viaje | Viaje inicio | Fecha de inicio del viaje | Fecha de inicio de viaje | Fecha
        inicio viaje | Fecha inicio del viaje | Inicio de la estancia | Inicio estancia | Fecha de inicio de la
        estancia | Inicio del desplazamiento | Inicio desplazamiento | Fecha de inicio del desplazamiento | Inicio de
        la asignación | Inicio de asignación | Inicio asignación | Fecha de inicio de la asignación | Fecha de inicio
        de asignación | Desde | Fecha desde | Desde fecha | Viaje desde | Periodo desde | Fecha de salida | Salida |
        Fecha salida | Fecha de llegada | Llegada | Fecha llegada | Fecha de ida | Ida | Primer día | Primer día en el
        extranjero | Primer día de trabajo | Primer día laborable | Inicio del periodo | Inicio de periodo | Fecha de
        inicio prevista | Inicio previsto | Fecha prevista de inicio | Fecha de inicio estimada | Fecha de inicio real
        | Inicio del teletrabajo | Fecha de inicio del teletrabajo | A partir de | A partir del | Estancia desde |
        Vigente desde
      `,
      endDate: `
        Fecha de fin | Fin | Fecha fin | Fecha final | Fecha de finalización | Finalización | Fecha de término |
        Término | Fecha término | Fin del viaje | Fin viaje | Fin de viaje | Viaje fin | Fecha de fin del viaje |
        Fecha de fin de viaje | Fecha fin viaje | Fecha fin del viaje | Fin de la estancia | Fin estancia | Fecha de
        fin de la estancia | Fin del desplazamiento | Fin desplazamiento | Fecha de fin del desplazamiento | Fin de la
        asignación | Fin de asignación | Fin asignación | Fecha de fin de la asignación | Fecha de fin de asignación |
        Hasta | Fecha hasta | Hasta fecha | Viaje hasta | Periodo hasta | Fecha de regreso | Regreso | Fecha regreso |
        Fecha de vuelta | Vuelta | Fecha de retorno | Retorno | Último día | Último día en el extranjero | Último día
        de trabajo | Último día laborable | Fin del periodo | Fin de periodo | Fecha de fin prevista | Fin previsto |
        Fecha prevista de fin | Fecha de fin estimada | Fecha de fin real | Fin del teletrabajo | Fecha de fin del
        teletrabajo | Estancia hasta | Vigente hasta
      `,
      workingDays: `
        Días laborables | Días laborales | Días hábiles | Días de trabajo | Días trabajados | Número de días
        laborables | Número de días de trabajo | Número de días trabajados | Nº de días laborables | Nº días
        laborables | Nº de días trabajados | Nº días trabajados | Nº días de trabajo | N° de días laborables | N° días
        laborables | Núm. días laborables | Total días laborables | Total de días laborables | Total días trabajados |
        Días trabajados en el extranjero | Días de trabajo en el extranjero | Días laborables en el extranjero | Días
        laborables en destino | Días de trabajo en destino | Días laborables del viaje | Número de días hábiles |
        Cantidad de días laborables | Días trabajados en destino | Jornadas de trabajo | Jornadas laborales | Días
        laborables previstos
      `,
      salesContracts: `
        Contratos de venta | Contratos de ventas | Contrato de venta | Firma contratos | Firma de contratos | Firma
        contratos de venta | Firma de contratos de venta | Poder de firma | Autoridad para firmar contratos | Facultad
        para firmar contratos | Facultad de firma | Autoridad contractual | Celebra contratos | Cierra contratos |
        Celebración de contratos | Cierre de contratos | Negocia contratos | Negociación de contratos | Negocia o
        firma contratos | Negociación / firma de contratos | Contratos comerciales | Contratos | Puede firmar
        contratos | Poderes de firma | Apoderado para contratos | Facultad para contratar
      `,
      pastTripsDuration: `
        Viajes anteriores | Viajes previos | Viajes pasados | Duración de viajes anteriores | Duración de los viajes
        anteriores | Duración de viajes previos | Duración de los viajes previos | Duración de viajes pasados | Días
        de viajes anteriores | Días de viajes previos | Días de viajes pasados | Días en viajes anteriores | Días
        previos | Días previos en el país | Días anteriores en el país | Días ya pasados en el país | Días pasados en
        el país | Estancias anteriores | Estancias previas | Días de estancias anteriores | Días de estancias previas
        | Duración de estancias anteriores | Duración de estancias previas | Desplazamientos anteriores |
        Desplazamientos previos | Duración de desplazamientos anteriores | Duración de desplazamientos previos |
        Viajes anteriores en días | Viajes previos en días | Días acumulados | Días acumulados en el país | Número de
        días previos | Nº de días previos | Nº días previos | Días previos en destino | Duración viajes anteriores |
        Duración viajes previos
      `,
      legalRight: `
        Derecho a trabajar | Derecho legal a trabajar | Derecho al trabajo | Permiso de trabajo | Autorización de
        trabajo | Autorización para trabajar | Permiso para trabajar | Autorizado para trabajar | Autorizado a
        trabajar | Derecho de trabajo | Derecho a trabajar en destino | Derecho a trabajar en el país de destino |
        Derecho a trabajar en el país | Puede trabajar legalmente | Puede trabajar | Habilitado para trabajar | Tiene
        permiso de trabajo | Derecho legal de trabajo | Permiso / autorización de trabajo | Autorización legal para
        trabajar | Visado de trabajo
      `,
      benefitLocalMarket: `
        Mercado local | Beneficio para el mercado local | Beneficio al mercado local | Beneficio mercado local |
        Beneficia al mercado local | Beneficia el mercado local | Ventaja para el mercado local | Clientes locales |
        Sirve al mercado local | Atiende al mercado local | Actividad para el mercado local | Trabajo para el mercado
        local | Beneficio local | En beneficio del mercado local | Beneficio para la entidad local | Beneficia a la
        entidad local | Servicio al mercado local | Actividad en el mercado local
      `,
      urgency: `
        Urgencia | Prioridad | Nivel de urgencia | Grado de urgencia | Urgencia de contratación | Urgencia de la
        contratación | Nivel de prioridad
      `,
      numberHires: `
        Número de contrataciones | Contrataciones | Contrataciones previstas | Número de contrataciones previstas | Nº
        de contrataciones | Nº contrataciones | N° de contrataciones | N° contrataciones | Contrataciones en dos años
        | Contrataciones en 2 años | Contrataciones en los próximos dos años | Contrataciones en los próximos 2 años |
        Nuevas contrataciones | Número de nuevas contrataciones | Contrataciones esperadas | Incorporaciones |
        Incorporaciones previstas | Número de incorporaciones | Contrataciones planificadas | Cantidad de
        contrataciones
      `,
      assessmentId: `
        ID evaluación | ID de evaluación | ID de la evaluación | Identificador de evaluación | Identificador de la
        evaluación | Número de evaluación | Nº de evaluación | Código de evaluación | Referencia de la evaluación
      `,
    },
    decide: {
      assessmentId: `
        ID evaluación | ID de evaluación | ID de la evaluación | Identificador de evaluación | Identificador de la
        evaluación | Número de evaluación | Nº de evaluación | Código de evaluación | Referencia de la evaluación |
        Evaluación
      `,
      status: 'Decisión | Estado | Estado de la decisión | Nuevo estado | Estatus | Resolución',
      complianceTeamMemberId: `
        ID de cumplimiento | ID cumplimiento | ID compliance | ID de compliance | ID del miembro de cumplimiento | ID
        del miembro de compliance | ID del equipo de cumplimiento | Nº de empleado cumplimiento | ID aprobador | ID
        del aprobador | Código del aprobador
      `,
      managerId: `
        ID del responsable | ID responsable | ID del gerente | ID gerente | ID del jefe | ID jefe | ID del supervisor
        | ID supervisor | ID del mánager | Código del responsable | Número de empleado del responsable
      `,
      cancelledByStaffId: 'Cancelado por | Cancelada por | Anulado por | Anulada por | ID de quien cancela',
      note: `
        Nota | Notas | Comentario | Comentarios | Observación | Observaciones | Motivo | Justificación
      `,
      externalEventId: `
        ID de evento | ID del evento | ID evento | ID de evento externo | ID evento externo | Identificador del evento
      `,
    },
    invite: {
      first_name: 'Nombre | Nombres | Nombre de pila | Primer nombre',
      last_name: 'Apellido | Apellidos | Primer apellido',
      email: `
        Correo electrónico | Correo | Dirección de correo | Dirección de correo electrónico | E-mail corporativo |
        Correo corporativo | Correo de trabajo | Correo-e | Dirección de email | Correo electrónico corporativo
      `,
      staff_id: `
        Número de empleado | N.º de empleado | N° de empleado | Nº empleado | N° empleado | ID empleado | ID de
        empleado | ID del empleado | Código de empleado | Código empleado | Número de personal | Matrícula | Legajo |
        ID de personal
      `,
    },
  },
  values: {
    Yes: 'Sí | S | Verdadero',
    No: 'Falso',
    Unsure: `
        No seguro | Incierto | Desconocido | No sé | Por confirmar | No se sabe | Dudoso | Se desconoce | Pendiente de
        confirmar
      `,
    Low: 'Bajo | Baja | Principiante',
    Mid: 'Medio | Media | Intermedio | Intermedia',
    Senior: 'Alto | Alta',
    'Work From Anywhere': 'Viaje | Desplazamiento | Teletrabajo en el extranjero',
    'Hire From Anywhere': 'Contratación',
  },
  rows: {
    totals: `
        Total | Totales | Total general | Subtotal | Suma | Promedio | Media | Suma total | Total parcial | Cuenta |
        Recuento
      `,
    notes: `
        Nota | Notas | Observación | Observaciones | Fuente | Fuentes | Leyenda | Comentario | Elaborado | Impreso |
        Página | Actualizado
      `,
  },
}
