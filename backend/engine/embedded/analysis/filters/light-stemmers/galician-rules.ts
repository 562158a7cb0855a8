import type { RslpRules } from "./types";

/** RSLP rules of Galician as Lucene has them: those of RSLG (University of Santiago de Compostela). */
export const galicianRules = {
  plural: {
    least: 3,
    exceptions: "words",
    ends: ["s"],
    rules: `
    ns1:n!luns,furatapóns,furatapons ós3:ón ões3:ón ães1:ão!mães,magalhães ais2:al!cais,tais,mais,pais,ademais áis2:al!cáis,táis,máis,páis,ademáis éis2:el
    eis2:el óis2:ol!escornabóis ois2:ol!escornabois ís2:il!país is2:il!menfis,pais,kinguis
    les2:l!ingles,marselles,montreales,senegales,manizales,móstoles,nápoles
    res3:r!petres,henares,cáceres,baleares,linares,londres,mieres,miraflores,mércores,venres,pires ces2:z zes2:z ises3:z ás1:al!más ses2:s
    s2!barbadés,barcelonés,cantonés,gabonés,llanés,medinés,escocés,escocês,francês,barcelonês,cantonês,macramés,reves,barcelones,cantones,gabones,llanes,magallanes,medines,escoces,frances,xoves,martes,aliás,pires,lápis,cais,mais,mas,menos,férias,pêsames,crúcis,país,cangas,atenas,asturias,canarias,filipinas,honduras,molucas,caldas,mascareñas,micenas,covarrubias,psoas,óculos,nupcias,xoves,martes,llanes`,
  },
  unification: {
    least: 0,
    exceptions: "endings",
    ends: [],
    rules: `
    íssimo5:ísimo íssima5:ísima aço4:azo aça4:aza uça4:uza lhar2:llar lher2:ller lhor2:llor lho1:llo nhar2:ñar nhor2:ñor nho1:ño nha1:ña ário3:ario
    ária3:aria able2:ábel ável2:ábel ible2:íbel ível2:íbel çom2:ción agem2:axe age2:axe ão3:ón ao1:án au1:án om3:ón m2:n`,
  },
  adverb: {
    least: 0,
    exceptions: "endings",
    ends: [],
    rules: `
    mente4!experimente,vehemente,sedimente`,
  },
  augmentative: {
    least: 0,
    exceptions: "words",
    ends: [],
    rules: `
    dísimo5 dísima5 bilísimo3 bilísima3 ísimo3 ísima3 ésimo3 ésima3 érrimo4 érrima4
    ana2!argana,banana,choupana,espadana,faciana,iguana,lantana,macana,membrana,mesana,nirvana,obsidiana,palangana,pavana,persiana,pestana,porcelana,pseudomembrana,roldana,sábana,salangana,saragana,ventana
    án3!ademán,bardán,barregán,corricán,curricán,faisán,furacán,fustán,gabán,gabián,galán,gañán,lavacán,mazán,mourán,rabadán,serán,serrán,tabán,titán,tobogán,verán,volcán,volován
    azo4!abrazo,espazo,andazo,bagazo,balazo,bandazo,cachazo,carazo,denazo,engazo,famazo,lampreazo,pantocazo,pedazo,preñazo,regazo,ribazo,sobrazo,terrazo,trompazo
    aza3!alcarraza,ameaza,baraza,broucaza,burgaza,cabaza,cachaza,calaza,carpaza,carraza,coiraza,colmaza,fogaza,famaza,labaza,liñaza,melaza,mordaza,paraza,pinaza,rabaza,rapaza,trancaza
    allo4!traballo alla4 arra3!cigarra,cinzarra astro3!balastro,bimbastro,canastro,retropilastro astra3!banastra,canastra,contrapilastra,piastra,pilastra
    ázio3!topázio
    elo4!bacelo,barrelo,bicarelo,biquelo,boquelo,botelo,bouquelo,cacarelo,cachelo,cadrelo,campelo,candelo,cantelo,carabelo,carambelo,caramelo,cercelo,cerebelo,chocarelo,coitelo,conchelo,corbelo,cotobelo,couselo,destelo,desvelo,esfácelo,fandelo,fardelo,farelo,farnelo,flabelo,ganchelo,garfelo,involucelo,mantelo,montelo,outerelo,padicelo,pesadelo,pinguelo,piquelo,rampelo,rastrelo,restelo,tornecelo,trabelo,restrelo,portelo,ourelo,zarapelo
    eta3!arqueta,atleta,avoceta,baioneta,baldeta,banqueta,barraganeta,barreta,borleta,buceta,caceta,calceta,caldeta,cambeta,canaleta,caneta,carreta,cerceta,chaparreta,chapeta,chareta,chincheta,colcheta,cometa,corbeta,corveta,cuneta,desteta,espeta,espoleta,estafeta,esteta,faceta,falanxeta,frasqueta,gaceta,gabeta,galleta,garabeta,gaveta,glorieta,lagareta,lambeta,lanceta,libreta,maceta,macheta,maleta,malleta,mareta,marreta,meseta,mofeta,muleta,peseta,planeta,raqueta,regreta,saqueta,veleta,vendeta,viñeta
    ete3!alfinete,ariete,bacinete,banquete,barallete,barrete,billete,binguelete,birrete,bonete,bosquete,bufete,burlete,cabalete,cacahuete,cavinete,capacete,carrete,casarete,casete,chupete,clarinete,colchete,colete,capete,curupete,disquete,estilete,falsete,ferrete,filete,gallardete,gobelete,inglete,machete,miquelete,molete,mosquete,piquete,ribete,rodete,rolete,roquete,sorvete,vedete,vendete
    ica3!andarica,botánica,botica,dialéctica,dinámica,física,formica,gráfica,marica,túnica ico3!conico,acetifico,acidifico
    exo3!arpexo,arquexo,asexo,axexo,azulexo,badexo,bafexo,bocexo,bosquexo,boubexo,cacarexo,carrexo,cascarexo,castrexo,convexo,cotexo,desexo,despexo,forcexo,gabexo,gargarexo,gorgolexo,inconexo,manexo,merexo,narnexo,padexo,patexo,sopexo,varexo
    exa3!airexa,bandexa,carrexa,envexa,igrexa,larexa,patexa,presexa,sobexa idão3 iño3:o!camiño,cariño,comiño,golfiño,padriño,sobriño,viciño,veciño
    iña3:a!camariña,campiña,entreliña,espiña,fariña,moriña,valiña ito3 ita3
    oide3!anaroide,aneroide,asteroide,axoide,cardioide,celuloide,coronoide,discoide,espermatozoide,espiroide,esquizoide,esteroide,glenoide,linfoide,hemorroide,melaloide,sacaroide,tetraploide,varioloide
    ola3!aixola,ampola,argola,arola,arteríola,bandola,bítola,bractéola,cachola,carambola,carapola,carola,carrandiola,catrapola,cebola,centola,champola,chatola,cirola,cítola,consola,corola,empola,escarola,esmola,estola,fitola,florícola,garañola,gárgola,garxola,glicocola,góndola,mariola,marola,michola,pirola,rebola,rupícola,saxícola,sémola,tachola,tómbola
    olo3!arrolo,babiolo,cacharolo,caixarolo,carolo,carramolo,cascarolo,cirolo,codrolo,correolo,cotrolo,desconsolo,rebolo,repolo,subsolo,tixolo,tómbolo,torolo,trémolo,vacúolo,xermolo,zócolo
    ote3!aigote,alcaiote,barbarote,balote,billote,cachote,camarote,capote,cebote,chichote,citote,cocorote,escote,gañote,garrote,gavote,lamote,lapote,larapote,lingote,lítote,magote,marrote,matalote,pandote,paparote,rebote,tagarote,zarrote
    ota3!asíntota,caiota,cambota,chacota,compota,creosota,curota,derrota,díspota,gamota,maniota,pelota,picota,pillota,pixota,queirota,remota
    cho3!abrocho,arrocho,carocho,falucho,bombacho,borracho,mostacho cha3!borracha,carracha,estacha,garnacha,limacha,remolacha,abrocha
    uco4!caduco,estuco,fachuco,malluco,saluco,trabuco uzo3!carriñouzo,fachuzo,mañuzo,mestruzo,tapuzo
    uza3!barruza,chamuza,chapuza,charamuza,conduza,deduza,desluza,entreluza,induza,reluza,seduza,traduza,trasluza
    uxa3!caramuxa,carrabouxa,cartuxa,coruxa,curuxa,gaturuxa,maruxa,meruxa,miruxa,moruxa,muruxa,papuxa,rabuxa,trouxa
    uxo3!caramuxo,carouxo,carrabouxo,curuxo,debuxo,ganduxo,influxo,negouxo,pertuxo,refluxo
    ello3!alborello,artello,botello,cachafello,calello,casarello,cazabello,cercello,cocerello,concello,consello,desparello,escaravello,espello,fedello,fervello,gagafello,gorrobello,nortello,pendello,troupello,trebello
    ella3!alborella,bertorella,bocatella,botella,calella,cercella,gadella,grosella,lentella,movella,nocella,noitevella,parella,pelella,percebella,segorella,sabella`,
  },
  noun: {
    least: 0,
    exceptions: "endings",
    ends: [],
    rules: `
    dade3!acridade,calidade ificar2
    eiro3!agoireiro,bardalleiro,braseiro,barreiro,canteiro,capoeiro,carneiro,carteiro,cinceiro,faroleiro,mareiro,preguiceiro,quinteiro,raposeiro,retranqueiro,regueiro,sineiro,troleiro,ventureiro
    eira3!cabeleira,canteira,cocheira,folleira,milleira ario3!armario,calcario,lionario,salario
    aria3!cetaria,coronaria,fumaria,linaria,lunaria,parietaria,saponaria,serpentaria ístico3!balístico,ensaístico
    ista3!batista,ciclista,fadista,operista,tenista,verista ado2!grado,agrado ato2!agnato ido3!cándido,cândido,consolido,decidido,duvido,marido,rápido
    ida3!bastida,dúbida,dubida,duvida,ermida,éxida,guarida,lapicida,medida,morida ída3 ido3 udo3!estudo,escudo uda3 ada3!abada,alhada,allada,pitada
    dela3!cambadela,cavadela,forcadela,erisipidela,mortadela,espadela,fondedela,picadela,arandela,candela,cordela,escudela,pardela
    ela3!canela,capela,cotela,cubela,curupela,escarapela,esparrela,estela,fardela,flanela,fornela,franela,gabela,gamela,gavela,glumela,granicela,lamela,lapela,malvela,manela,manganela,mexarela,micela,mistela,novela,ourela,panela,parcela,pasarela,patamela,patela,paxarela,pipela,pitela,postela,pubela,restela,sabela,salmonela,secuela,sentinela,soldanela,subela,temoncela,tesela,tixela,tramela,trapela,varela,vitela,xanela,xestela
    ábel2!afábel,fiábel íbel2!críbel,imposíbel,posíbel,fisíbel,falíbel
    nte3!alimente,adiante,acrescente,elefante,frequente,freqüente,gigante,instante,oriente,permanente,posante,possante,restaurante ncia3 nza3
    acia3!acracia,audacia,falacia,farmacia icia3!caricia,delicia,ledicia,malicia,milicia,noticia,pericia,presbicia,primicia,regalicia,sevicia,tiricia
    iza3!alvariza,baliza,cachiza,caniza,cañiza,carbaliza,carriza,chamariza,chapiza,fraguiza,latiza,longaniza,mañiza,nabiza,peliza,preguiza,rabiza
    exar3!palmexar ación2!aeración ición3!condición,gornición,monición,nutrición,petición,posición,sedición,volición ción3:t sión3:s!abrasión,alusión
    azón2!armazón
    ón3!abalón,acordeón,alción,aldrabón,alerón,aliñón,ambón,bombón,calzón,campón,canalón,cantón,capitón,cañón,centón,ciclón,collón,colofón,copón,cotón,cupón,petón,tirón,tourón,turón,unción,versión,zubón,zurrón
    ona3!abandona,acetona,aleurona,amazona,anémona,bombona,cambona,carona,chacona,charamona,cincona,condona,cortisona,cretona,cretona,detona,estona,fitohormona,fregona,gerona,hidroquinona,hormona,lesiona,madona,maratona,matrona,metadona,monótona,neurona,pamplona,peptona,poltrona,proxesterona,quinona,quinona,silicona,sulfona
    oa3!abandoa,madroa,barbacoa,estoa,airoa,eiroa,amalloa,ámboa,améndoa,anchoa,antinéboa,avéntoa,avoa,bágoa,balboa,bisavoa,boroa,canoa,caroa,comadroa,coroa,éngoa,espácoa,filloa,fírgoa,grañoa,lagoa,lanzoa,magoa,mámoa,morzoa,noiteboa,noraboa,parañoa,persoa,queiroa,rañoa,táboa,tataravoa,teiroa
    aco3
    aca3!alpaca,barraca,bullaca,buraca,carraca,casaca,cavaca,cloaca,entresaca,ervellaca,espinaca,estaca,farraca,millaca,pastinaca,pataca,resaca,urraca,purraca
    al4!afinal,animal,estatal,bisexual,bissexual,desleal,fiscal,formal,pessoal,persoal,liberal,postal,virtual,visual,pontual,puntual,homosexual,heterosexual
    dor2!abaixador tor3!autor,motor,pastor,pintor or2!asesor,assessor,favor,mellor,melhor,redor,rigor,sensor,tambor,tumor
    ora3!albacora,anáfora,áncora,apisoadora,ardora,ascospora,aurora,avéspora,bitácora,canéfora,cantimplora,catáfora,cepilladora,demora,descalcificadora,diáspora,empacadora,epífora,ecavadora,escora,eslora,espora,fotocompoñedora,fotocopiadora,grampadora,isícora,lavadora,lixadora,macrospora,madrépora,madrágora,masora,mellora,metáfora,microspora,milépora,milpéndora,nécora,oospora,padeadora,pasiflora,pécora,píldora,pólvora,ratinadora,rémora,retroescavadora,sófora,torradora,trémbora,uredospora,víbora,víncora,zoospora
    aría3!libraría
    axe3!aluaxe,amaraxe,amperaxe,bagaxe,balaxe,barcaxe,borraxe,bescaxe,cabotaxe,carraxe,cartilaxe,chantaxe,colaxe,coraxe,carruaxe,dragaxe,embalaxe,ensilaxe,epistaxe,fagundaxe,fichaxe,fogaxe,forraxe,fretaxe,friaxe,garaxe,homenaxe,leitaxe,liñaxe,listaxe,maraxe,marcaxe,maridaxe,masaxe,miraxe,montaxe,pasaxe,peaxe,portaxe,ramaxe,rebelaxe,rodaxe,romaxe,sintaxe,sondaxe,tiraxe,vantaxe,vendaxe,viraxe
    dizo3 eza3!alteza,beleza,fereza,fineza,vasteza,vileza ez3!acidez,adultez,adustez,avidez,candidez,mudez,nenez,nudez,pomez engo3
    ego3!corego,derrego,entrego,lamego,sarego,sartego
    oso3!afanoso,algoso,caldoso,caloso,cocoso,ditoso,favoso,fogoso,lamoso,mecoso,mocoso,precioso,rixoso,venoso,viroso,xesoso
    osa3!mucosa,glicosa,baldosa,celulosa,isoglosa,nitrocelulosa,levulosa,ortosa,pectosa,preciosa,sacarosa,serosa,ventosa
    ume3!agrume,albume,alcume,batume,cacume,cerrume,chorume,churume,costume,curtume,estrume,gafume,legume,perfume,queixume,zarrume
    ura3!albura,armadura,imatura,costura iñar3
    il3!abril,alfil,anil,atril,badil,baril,barril,brasil,cadril,candil,cantil,carril,chamil,chancil,civil,cubil,dátil,difícil,dócil,edil,estéril,fácil,fráxil,funil,fusil,grácil,gradil,hábil,hostil,marfil
    esco4 isco4 ivo3!pasivo,positivo,passivo,possessivo,posesivo,pexotarivo,relativo`,
  },
  verb: {
    least: 0,
    exceptions: "endings",
    ends: [],
    rules: `
    aba2 abade2 ábade2 abamo2 ábamo2 aban2 ache2 ade2 an2 ando2 ar2!azar,bazar,patamar arade2 aramo2 arán2 aran2 árade2 aría2 ariade2 aríade2 arian2
    ariamo2 aron2 ase2 asede2 ásede2 asemo2 ásemo2 asen2 avan2 aríamo2 assen2 ássemo2 eríamo2 êssemo2 iríamo3 íssemo3 áramo2 árei2 aren2 aremo2 aríei2
    ássei2 ávamo2 êramo1 eremo1 eríei1 êssei1 íramo3 iremo3 iríei3 íssei3 issen3 endo1 indo3 ondo3 arde2 arei2 aria2 armo2 asse2 aste2 ávei2 erão1 erde1
    erei1 êrei1 eren2 eria1 ermo1 este1!faroeste,agreste íamo1 ian2!enfian,eloxian,ensaian irde2 irei3!admirei iren3 iria3 irmo3 isse3 iste4
    iava1!ampliava amo2 iona3 ara2!arara,prepara ará2!alvará,bacará are2!prepare ava2!agrava emo2 era1!acelera,espera erá1 ere1!espere íei1 in3
    imo3!reprimo,intimo,íntimo,nimo,queimo,ximo ira3!fronteira,sátira ído3 irá3 tizar4!alfabetizar izar3!organizar itar5!acreditar,explicitar,estreitar
    ire3!adquire omo3 ai2 ear4!alardear,nuclear uei3 uía5:u ei3 er1!éter,pier eu1!chapeu
    ia1!estória,fatia,acia,praia,elogia,mania,lábia,aprecia,polícia,arredia,cheia,ásia ir3 iu3 eou5 ou3 i1
    ede1!rede,bípede,céspede,parede,palmípede,vostede,hóspede,adrede ei3 en2 erade1 érade1 eran2 eramo1 éramo1 erán1 ería1 eriade1 eríade1 eriamo1 erian1
    erían1 eron1 ese1 esedes1 ésedes1 esemo1 ésemo1 esen1 êssede1 ía1 iade1 íade1 iamo1 ían1 iche1 ide1 irade3 írade3 iramo3 irán3 iría3 iriade3 iríade3
    iriamo3 irian3 irían3 iron3 ise3 isede3 ísede3 isemo3 ísemo3 isen3 íssede3 tizar3!alfabetizar ondo3`,
  },
  vowel: {
    least: 0,
    exceptions: "endings",
    ends: [],
    rules: `
    gue2:g!azougue,dengue,merengue,nurague,merengue,rengue
    que2:c!alambique,albaricoque,abaroque,alcrique,almadraque,almanaque,arenque,arinque,baduloque,ballestrinque,betoque,bivaque,bloque,bodaque,bosque,breque,buque,cacique,cheque,claque,contradique,coque,croque,dique,duque,enroque,espeque,estoque,estoraque,estraloque,estrinque,milicroque,monicreque,orinque,arinque,palenque,parque,penique,picabeque,pique,psique,raque,remolque,xeque,repenique,roque,sotobosque,tabique,tanque,toque,traque,truque,vivaque,xaque
    a3!amasadela,cerva e3!marte o3!barro,fado,cabo,libro,cervo â3 ã3!amanhã,arapuã,fã,divã,manhã ê3 ô3 á3 é3 ó3 i3`,
  },
} satisfies Record<string, RslpRules>;
