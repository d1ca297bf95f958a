# Słowa strony po polsku. Te same klucze co w en/page.ftl.

brand = Ludo
tagline = Spokojna gra w chińczyka. Za darmo, bez konta, a każdy rzut można sprawdzić.
skip-to-content = Przejdź do treści

## Miejsca

seat-with-mark = { $seat ->
    [r] Czerwony, koło
    [g] Zielony, trójkąt
    [y] Żółty, kwadrat
   *[b] Niebieski, gwiazda
}
you-label = ty
bot-name = { $seat ->
    [r] Bot czerwony
    [g] Bot zielony
    [y] Bot żółty
   *[b] Bot niebieski
}
bot-level = { $kind ->
    [random] bot bardzo łatwy
    [beginner] bot łatwy
    [casual] bot dość łatwy
    [good] bot dość trudny
    [strong] bot trudny
    [expert] bot bardzo trudny
   *[simple] bot średni
}
bot-label = bot
bots-count = { $n ->
    [one] { $n } bot
    [few] { $n } boty
   *[other] { $n } botów
}
level-label = Poziom botów
level-words = { $kind ->
    [random] Gra, co wolno, dobrze czy źle.
    [beginner] Pędzi jednym pionkiem i nie widzi zagrożeń.
    [casual] Lubi zbijać, ale nie ogląda się za siebie.
    [good] Gdy dwa ruchy są prawie równe, często wybiera gorszy.
    [strong] Dobrze wybiera, ale nie patrzy naprzód.
    [expert] Rzadko się myli: patrzy kilka rzutów naprzód, nie dalej.
   *[simple] Każdego zagrożenia boi się tak samo i nie ma planu.
}
a-guest = Gość

## Start

start-bots = Graj z komputerem
start-bots-hint = Ilu przeciwników? Gra zacznie się od razu.
start-bots-count = { $n ->
    [one] { $n } przeciwnik
    [few] { $n } przeciwników
   *[other] { $n } przeciwników
}
start-friends = Graj ze znajomymi
start-friends-hint = Dostajesz link, krótki kod i kod QR.
start-friends-go = Otwórz stół
start-join = Mam kod
start-join-hint = Sześć liter i cyfr stołu znajomych albo dwanaście z twojego drugiego urządzenia.
start-join-label = Kod
start-join-go = Dalej
start-join-bad = Kod ma sześć liter i cyfr, na przykład K7M4QX, albo dwanaście. Sprawdź go, proszę.
start-running = Twoje gry
start-running-go = Przejdź do stołu
start-running-turn = Twój ruch
start-running-waiting = Czeka na początek
start-running-playing = W toku
start-running-over = Zakończona
start-running-with = z: { $names }
start-running-alone = jeszcze nikogo więcej
start-verify = Sprawdź kości zakończonej gry
start-dice = Jak wypadały wszystkie kostki tego serwera
start-opening = Rozkładamy planszę…
start-failed = Nie udało się otworzyć stołu. { $reason }

## Poczekalnia

waiting-title = Zajmij miejsce
waiting-title-full = Stół jest pełny
waiting-title-seated = Czekamy na graczy
waiting-hint-newcomer = Dotknij miejsca, żeby usiąść.
waiting-hint-host = Zaproś graczy, obsadź miejsca i zacznij, kiedy chcesz.
waiting-hint-seated = Siedzisz przy stole. Grę zaczyna { $name }.
waiting-hint-full = Wszystkie miejsca są zajęte. Możesz patrzeć.
waiting-share-title = Zaproś znajomych
waiting-share-hint = Kto otworzy link, widzi stół i siada jednym dotknięciem.
waiting-copy = Kopiuj link
waiting-copied = Skopiowano
waiting-share = Udostępnij…
waiting-qr = Kod QR z linkiem do tego stołu
waiting-seats = Miejsca
waiting-sit = Usiądź tutaj
waiting-change = Przesiądź się
waiting-open = Wolne miejsce
waiting-closed-seat = Nie gra
waiting-add-bot = Dodaj bota
waiting-remove = Usuń
waiting-host = gospodarz
waiting-begin = Zacznij
waiting-begin-need = Muszą być zajęte co najmniej dwa miejsca.
waiting-options = Gra
waiting-length = Długość
waiting-length-whole = Cała
waiting-length-whole-hint = Cztery pionki do domu
waiting-length-quick = Szybka
waiting-length-quick-hint = Dwa pionki są już w domu
waiting-players = Miejsca
waiting-players-count = { $n ->
    [few] { $n } miejsca
   *[other] { $n } miejsc
}
waiting-watching = { $n ->
    [one] { $n } osoba patrzy
    [few] { $n } osoby patrzą
   *[other] { $n } osób patrzy
}
waiting-stand = Zwolnij miejsce

name-title = Jak mamy się do ciebie zwracać?
name-label = Twoje imię
name-hint = Widzą je inni przy stole. Pytamy tylko raz.
name-go = Usiądź
name-bad = Imię ma od 1 do 24 czytelnych znaków.
name-change = Zmień imię
name-save = Zapisz

## Zasady

rules-name = { $set ->
    [classic] Klasyczne
    [modern] Nowoczesne
    [mensch] Niemieckie
    [chinczyk] Chińczyk
   *[parchis] Hiszpańskie parchís
}
rules-hint = { $set ->
    [classic] Dawna gra: szóstka wyprowadza, żadne pole nie chroni.
    [modern] Jak w większości telefonów: bezpieczne pola, za zbicie dodatkowy rzut.
    [mensch] Jak w niemieckim pudełku: wyjście to obowiązek, metą jest twój korytarz.
    [chinczyk] Jak gra się w Polsce: trzy próby, żeby wyjść.
   *[parchis] Jak w Hiszpanii: piątka wyprowadza, pary zagradzają drogę, za zbicie 20 pól.
}
rules-title = Zasady
rules-choose = Jakie zasady?
rules-short = Zasady w skrócie
rules-house = Zasady domowe
rules-house-hint = Zmień dowolną regułę wybranego zestawu.
rules-house-count = { $n ->
    [one] +{ $n } zasada domowa
    [few] +{ $n } zasady domowe
   *[other] +{ $n } zasad domowych
}
rules-house-tag = zasada domowa
rules-house-reset = Przywróć cały zestaw
time-title = Czas na ruch
time-seconds = { $n } s
time-chip = { $n } s na ruch
time-none = Bez zegara
rules-quick = szybka
rules-change = Zmień
rules-done = Gotowe
rules-usual = { $set }: { $value }

short-goal = { $goal ->
    [column] Przeprowadź cztery pionki raz dookoła planszy na cztery pola mety w swoim kolorze.
   *[home] Przeprowadź cztery pionki raz dookoła planszy do domu.
}
short-way = { $way ->
    [left] Wszystko idzie w lewo, przeciwnie do zegara: pionki i kolejka.
   *[right] Wszystko idzie zgodnie z zegarem: pionki i kolejka.
}
short-quick = Szybka gra: po dwa pionki każdego koloru są na miejscu, zanim się zacznie.
short-enter = { $n } wyprowadza pionek z bazy na jego pole startowe.
short-move = Kto może się ruszyć, musi; kto nie może, oddaje kostkę.
short-capture = Stań na pionku przeciwnika, a wróci on do bazy.
short-exact = { $goal ->
    [column] Pole mety mieści jeden pionek i wchodzi się na nie dokładnym rzutem.
   *[home] Do domu wchodzi się dokładnym rzutem.
}
short-full = Jeśli przy wyjściu pole startowe jest pełne i stoi na nim przeciwnik, jeden jego pionek wraca do bazy.
short-bonus = Zdobyte pola przechodzi się od razu, wszystkie jednym pionkiem. Jeśli żaden nie może, przepadają.

switch-out = Pionki na początku
rule-out = { $value ->
    [n1] Jeden pionek każdego koloru od początku stoi na swoim polu startowym.
   *[n0] Wszystkie pionki zaczynają w bazie.
}
value-out = { $value ->
    [n1] Jeden na planszy
   *[n0] Wszystkie w bazie
}
switch-forced = Wyjście z bazy
rule-forced = { $value ->
    [yes] Jeśli pionek może wyjść z bazy, musi.
   *[no] Czy pionek wyjdzie, czy ruszy się inny, wybierasz sam.
}
value-forced = { $value ->
    [yes] Obowiązek
   *[no] Wybór
}
switch-clear = Własne pole startowe
rule-clear = { $value ->
    [yes] Dopóki w bazie czekają pionki, pionek z pola startowego musi iść dalej, jeśli może.
   *[no] Pionek może zostać na polu startowym.
}
value-clear = { $value ->
    [yes] Trzeba zwolnić
   *[no] Można zostać
}
switch-tries = Gdy na torze nie ma nic
rule-tries = { $value ->
    [n3] Jeśli żaden pionek nie jest na torze i żaden inny nie mógłby się ruszyć, masz trzy rzuty, żeby wyjść.
   *[n1] Masz jeden rzut w kolejce, także gdy nic nie może się ruszyć.
}
value-tries = { $value ->
    [n3] Trzy rzuty
   *[n1] Jeden rzut
}
switch-unplayed6 = Szóstka, której nie da się zagrać
rule-unplayed6 = { $value ->
    [yes] Szóstka daje dodatkowy rzut, nawet gdy nie da się jej zagrać.
   *[no] Zagrana szóstka daje dodatkowy rzut; szóstka, której nie da się zagrać, kończy kolejkę.
}
value-unplayed6 = { $value ->
    [yes] Daje rzut
   *[no] Kończy kolejkę
}
switch-sixes = Trzecia szóstka z rzędu
rule-sixes = { $value ->
    [void] Trzecia szóstka z rzędu się nie liczy: nic się nie rusza, koniec kolejki.
    [back] Przy trzeciej szóstce z rzędu ostatnio ruszony pionek wraca do bazy, chyba że zszedł już z toru, i koniec kolejki.
   *[free] Szóstek z rzędu może być dowolnie wiele.
}
value-sixes = { $value ->
    [void] Nie liczy się
    [back] Kosztuje pionek
   *[free] Liczy się
}
switch-own = Własne pionki na jednym polu
rule-own = { $value ->
    [free] Twoje pionki mogą stać na jednym polu. Nikogo nie zatrzymują i zbija się je razem.
    [forbidden] Dwa twoje pionki nie mogą stać na jednym polu.
    [block] Dwa lub więcej twoich pionków na jednym polu to blokada: przeciwnicy nie mogą jej minąć ani na niej stanąć.
   *[barrier] Pole mieści dwa pionki. Dwa w jednym kolorze to zapora, której nikt nie minie, także ich właściciel; przy szóstce trzeba otworzyć jedną ze swoich, jeśli się da.
}
value-own = { $value ->
    [free] Mogą stać
    [forbidden] Nie mogą
    [block] Blokują rywali
   *[barrier] Blokują wszystkich
}
switch-safe = Bezpieczne pola
rule-safe = { $value ->
    [none] Żadne pole toru nie chroni przed zbiciem.
    [starts] Cztery pola startowe są bezpieczne: nikogo się na nich nie zbija.
   *[stars] Pola z obwódką są bezpieczne: nikogo się na nich nie zbija. Należą do nich pola startowe.
}
value-safe = { $value ->
    [none] Żadne
    [starts] Cztery startowe
   *[stars] Wszystkie z obwódką
}
switch-capture = Zbicie daje
rule-capture = { $value ->
    [nothing] Zbicie nie daje nic więcej.
    [roll] Zbicie daje dodatkowy rzut.
    [n10] Zbicie daje 10 pól.
   *[n20] Zbicie daje 20 pól.
}
value-capture = { $value ->
    [nothing] Nic
    [roll] Rzut
    [n10] 10 pól
   *[n20] 20 pól
}
switch-home = Pionek w domu daje
rule-home = { $value ->
    [nothing] Pionek, który wejdzie do domu, nie daje nic więcej.
    [roll] Pionek, który wejdzie do domu, daje dodatkowy rzut.
    [n10] Pionek, który wejdzie do domu, daje 10 pól.
   *[n20] Pionek, który wejdzie do domu, daje 20 pól.
}
value-home = { $value ->
    [nothing] Nic
    [roll] Rzut
    [n10] 10 pól
   *[n20] 20 pól
}
switch-pass = Własne pionki w korytarzu
rule-pass = { $value ->
    [yes] W korytarzu twoje pionki mogą się mijać.
   *[no] W korytarzu twoje pionki nie mogą się mijać.
}
value-pass = { $value ->
    [yes] Można mijać
   *[no] Nie można
}
switch-six = Szóstka przy pustej bazie
rule-six = { $value ->
    [n7] Gdy twoja baza jest pusta, szóstka to siedem pól.
   *[n6] Szóstka to sześć pól.
}
value-six = { $value ->
    [n7] 7 pól
   *[n6] 6 pól
}
switch-end = Koniec gry
rule-end = { $value ->
    [first] Gra kończy się, gdy pierwszy gracz ma wszystkie pionki w domu.
   *[all] Gra trwa, aż rozstrzygną się wszystkie miejsca.
}
value-end = { $value ->
    [first] Z pierwszym
   *[all] Po wszystkich
}
cannot-home = Na tej planszy metą jest sam korytarz, więc wejście do domu nic nie daje.
cannot-stars = Na tej planszy bezpieczne mogą być tylko pola startowe.
cannot-barrier = Zapory należą do planszy hiszpańskiej.
cannot-unsafe = Zapory potrzebują bezpiecznych pól: najpierw zmień „{ $switch }”.

## Gra

drawing = Mieszamy liczby wszystkich graczy na pierwszy rzut…
roll = Rzuć
roll-again = Rzuć jeszcze raz
roll-sent = Rzut…
die-face = Na kostce: { $face }
die-rolling = Kostka się toczy
die-empty = Jeszcze nie rzucano kostką
turn-roll = { $you ->
    [yes] Twoja kolej. Rzuć kostką.
   *[no] Rzuca { $name }.
}
turn-roll-out = Twoja kolej. Wyrzuć { $n }, żeby wyjść.
turn-roll-again = { $you ->
    [yes] Rzucasz jeszcze raz.
   *[no] { $name } rzuca jeszcze raz.
}
turn-roll-try = { $you ->
    [yes] Twoja kolej. Rzut { $attempt } z 3.
   *[no] { $name }: rzut { $attempt } z 3.
}
turn-move = { $you ->
    [yes] Na kostce { $face }. Wybierz pionek.
   *[no] { $name }: na kostce { $face }, wybiera pionek.
}
turn-bonus = { $you ->
    [yes] Premia: przesuń jeden pionek o { $face } pól.
   *[no] Premia: { $name } przesuwa jeden pionek o { $face } pól.
}
turn-open = { $you ->
    [yes] Szóstka: otwórz jedną ze swoich zapór.
   *[no] { $name }: szóstka, trzeba otworzyć zaporę.
}
turn-over = Gra skończona.
turn-autopilot = Gra za ciebie autopilot. Dotknij czegokolwiek, żeby grać dalej.
turn-bot-plays = Gra za ciebie bot. Dotknij tutaj, żeby grać dalej.
turn-stood-in = { $you ->
    [yes] Ta kolejka jest grana za ciebie.
   *[no] Stół gra tę kolejkę: { $name }.
}
clock-late = Zostało pięć sekund.
watching = Patrzysz na grę.
chances = Pokaż szanse
chance = { $n }%
chance-words = szansa na wygraną: { $n }%
course = Jak zmieniały się szanse
hint = Podpowiedź
hint-words = Podpowiedź: { $move }
hint-token = podpowiedź
think-failed = Nie udało się tego obliczyć. Sprawdź połączenie i spróbuj ponownie.
board = Plansza
board-turned = Twój domek startowy jest na dole po lewej.
token = pionek { $seat ->
    [r] czerwony
    [g] zielony
    [y] żółty
   *[b] niebieski
} { $n }
token-at = { $token }, { $place }
place-yard = w bazie
place-square = pole { $n }
place-column = korytarz, pole { $n }
place-home = w domu
place-lane = na polu { $n } korytarza
place-on = { $you ->
    [yes] na twoim starcie
   *[no] na starcie { $seat ->
        [r] czerwonych
        [g] zielonych
        [y] żółtych
       *[b] niebieskich
    }
}
place-past = { $n } za { $start }
place-before = { $n } przed { $start }
place-start = { $you ->
    [yes] twoim startem
   *[no] startem { $seat ->
        [r] czerwonych
        [g] zielonych
        [y] żółtych
       *[b] niebieskich
    }
}
place-block = w blokadzie
token-move = { $where }, { $effect }
effect-enters = wychodzi na pole { $to }
effect-moves = idzie na pole { $to }, { $place }
step-enters = wychodzi
step-moves = idzie o { $n }
effect-home = wchodzi do domu
effect-captures = zbija: { $who }
seat-small = { $seat ->
    [r] czerwony
    [g] zielony
    [y] żółty
   *[b] niebieski
}

plate-here = na miejscu
plate-away = bez połączenia
plate-autopilot = autopilot
plate-bot-plays = gra bot
plate-sixes = { $n ->
    [one] { $n } szóstka z rzędu
    [few] { $n } szóstki z rzędu
   *[other] { $n } szóstek z rzędu
}
plate-place = { $n ->
    [1] 1.
    [2] 2.
    [3] 3.
   *[4] 4.
}
plate-home = w domu { $n } z 4
plate-resigned = poddał grę
plate-turn = ma kolej

log-title = Ostatnie ruchy
log-empty = Jeszcze nic się nie wydarzyło.

menu = Menu
menu-leave = Odejdź od stołu
menu-resign = Poddaj grę
menu-settings = Ustawienia
menu-code = Stół { $code }
menu-home = Strona główna
leave-title = Odejść od stołu?
leave-body = Bot gra dalej za ciebie. Możesz wrócić na swoje miejsce w każdej chwili.
leave-go = Odchodzę
resign-title = Poddać tę grę?
resign-body = Twoje pionki znikną z planszy, a ty zajmiesz ostatnie wolne miejsce w kolejności. Tego nie da się cofnąć.
resign-go = Poddaję
handover-title = Graj na innym urządzeniu
handover-hint = Zeskanuj to drugim urządzeniem albo otwórz tam link. Na obu jesteś tym samym graczem.
handover-qr = Kod QR, który zabiera twoje miejsce
handover-link = Link, który zabiera twoje miejsce
handover-typed = Albo wpisz tam ten kod na stronie głównej. Bez linku kości rzucane tam powstają bez udziału tamtego urządzenia.
handover-life = Działa raz, przez dwie minuty. Nie pokazuj nikomu innemu.
handover-old = Ten kod jest już za stary.
handover-new = Nowy kod
handover-taking = Przenosimy twoje miejsce…
handover-other-title = Gra tu już ktoś inny
handover-other-body = Ta przeglądarka jest już innym graczem i ma niedokończone gry. Jeśli przejdziesz na gracza z drugiego urządzenia, ta przeglądarka straci te gry na zawsze.
handover-replace = Oddaj je i graj dalej
handover-keep = Zostaję tym, kim tu jestem
handover-useless-title = Ten kod nie działa
handover-on = Dalej bez kodu
handover-failed-title = Jeszcze nie
handover-again = Spróbuj ponownie
cancel = Anuluj
close = Zamknij

## Ustawienia

settings-title = Ustawienia
settings-language = Język
language-failed = Nie udało się wczytać języka: { $language }. Strona na razie zostaje, jak jest.
settings-theme = Jasność
settings-theme-auto = Jak urządzenie
settings-theme-light = Jasno
settings-theme-dark = Ciemno
settings-board = Plansza
settings-board-wood = Drewno
settings-board-paper = Papier
settings-board-slate = Łupek
settings-sound = Dźwięk
settings-sound-off = Wyłączony
settings-sound-soft = Cichy
settings-sound-full = Głośny
settings-tremble = Wibracja na twój ruch
settings-tremble-on = Tak
settings-tremble-off = Nie
settings-motion = Ruch
settings-motion-auto = Jak urządzenie
settings-motion-slow = Powoli
settings-motion-full = Żywo
settings-motion-fast = Szybko
settings-motion-still = Wyłączony
settings-talk = Zwroty i reakcje

## Co mówią gracze

talk-title = Powiedz coś
talk-player = Gracz
talk-mute = Wycisz: { $name }
talk-wait = To było sporo naraz. Chwila przerwy.
talk-said = { $you ->
    [yes] Ty: { $words }
   *[no] { $name }: { $words }
}
talk-words = { $what ->
    [smile] Uśmiech
    [laugh] Śmiech
    [wink] Oczko
    [wow] O rany
    [sad] Smutek
    [cross] Złość
    [heart] Serce
    [thumb] Kciuk w górę
    [hello] Cześć
    [good_luck] Powodzenia
    [well_played] Dobry ruch
    [oops] Ojej
    [thanks] Dzięki
    [your_turn] Twoja kolej
    [one_moment] Chwileczkę
    [so_close] Było blisko!
    [good_game] Dobra gra
   *[rematch] Rewanż?
}

## Co się stało, słowami

say-joined = { $you ->
    [yes] Dołączasz do stołu.
   *[no] { $name } dołącza do stołu.
}
say-renamed = { $you ->
    [yes] Nazywasz się teraz { $name }.
   *[no] Gracz nazywa się teraz { $name }.
}
say-sat = { $you ->
    [yes] Siadasz na miejscu: { $seat ->
        [r] czerwony
        [g] zielony
        [y] żółty
       *[b] niebieski
    }.
   *[no] { $name } siada na miejscu: { $seat ->
        [r] czerwony
        [g] zielony
        [y] żółty
       *[b] niebieski
    }.
}
say-stood = { $seat ->
    [r] Czerwone
    [g] Zielone
    [y] Żółte
   *[b] Niebieskie
} miejsce jest znowu wolne.
say-bot-sat = Bot siada na miejscu: { $seat ->
    [r] czerwony
    [g] zielony
    [y] żółty
   *[b] niebieski
}.
say-host = { $you ->
    [yes] Gospodarzem jesteś teraz ty.
   *[no] Gospodarzem jest teraz { $name }.
}
say-options = Gospodarz zmienił ustawienia gry.
say-begun = Gra się zaczyna.
say-first = { $you ->
    [yes] Losowanie: zaczynasz ty.
   *[no] Losowanie: zaczyna { $name }.
}
say-rolled = { $you ->
    [yes] Rzucasz: { $face }.
   *[no] { $name } rzuca: { $face }.
}
say-rolled-auto = { $you ->
    [yes] Autopilot rzuca za ciebie: { $face }.
   *[no] Autopilot rzuca za gracza { $name }: { $face }.
}
say-pass = Żaden pionek nie może się ruszyć.
say-void = Trzecia szóstka z rzędu się nie liczy.
say-back = Ostatnio ruszony pionek wraca do bazy.
say-enters = { $you ->
    [yes] Wyprowadzasz pionek.
   *[no] { $name } wyprowadza pionek.
}
say-moves = { $you ->
    [yes] Idziesz o { $n ->
        [one] { $n } pole
        [few] { $n } pola
       *[other] { $n } pól
    }, pionek stoi { $where }.
   *[no] { $name } idzie o { $n ->
        [one] { $n } pole
        [few] { $n } pola
       *[other] { $n } pól
    } i stoi { $where }.
}
say-home = { $you ->
    [yes] Wprowadzasz pionek do domu.
   *[no] { $name } wprowadza pionek do domu.
}
say-captures = { $you ->
    [yes] Zbijasz { $n ->
        [one] pionek
        [few] { $n } pionki
       *[other] { $n } pionków
    } gracza { $whom }.
   *[no] { $name } zbija { $n ->
        [one] pionek
        [few] { $n } pionki
       *[other] { $n } pionków
    } gracza { $whom }.
}
say-captures-you = { $n ->
    [one] { $name } zbija twój pionek.
    [few] { $name } zbija { $n } twoje pionki.
   *[other] { $name } zbija { $n } twoich pionków.
}
say-bonus = { $you ->
    [yes] Zdobywasz { $n } pól dla jednego pionka.
   *[no] { $name } zdobywa { $n } pól dla jednego pionka.
}
say-finished = { $you ->
    [yes] Wszystkie twoje pionki są w domu: miejsce { $place }.
   *[no] { $name } ma wszystkie pionki w domu: miejsce { $place }.
}
say-resigned = { $you ->
    [yes] Poddajesz grę.
   *[no] { $name } poddaje grę.
}
say-control-owner = { $you ->
    [yes] Grasz dalej.
   *[no] { $name } gra dalej.
}
say-control-bot = { $you ->
    [yes] Bot gra na twoim miejscu.
   *[no] { $name } odchodzi. Gra dalej bot.
}
say-control-autopilot = { $you ->
    [yes] Gra za ciebie autopilot. Dotknij czegokolwiek, żeby grać dalej.
   *[no] { $name }: gra autopilot.
}
say-timed-out = { $you ->
    [yes] Czas minął. Stół kończy tę kolejkę za ciebie.
   *[no] Czas minął: { $name }. Stół kończy tę kolejkę.
}
say-resumed = Serwera chwilę nie było. Czas biegnie od nowa.
say-over = Gra skończona.
say-renewed = Serwer przygotował kości od nowa. Można zaczynać.
say-rematch = { $you ->
    [yes] Zaczynasz następną grę.
   *[no] { $name } zaczyna następną grę.
}
say-closed = Stół jest zamknięty.

## Po grze

podium-title = { $you ->
    [yes] Wygrywasz!
   *[no] Wygrywa { $name }
}
podium-place = { $n ->
    [1] Pierwsze
    [2] Drugie
    [3] Trzecie
   *[4] Czwarte
}
podium-your-place = { $n ->
    [1] Pierwsze miejsce. Dobra gra.
    [2] Drugie miejsce.
    [3] Trzecie miejsce.
   *[4] Czwarte miejsce. W następnej grze wszyscy zaczynają równo.
}
podium-end-resigned = Rozstrzygnęło poddanie.
podium-end-limit = Koniec po największej liczbie rzutów; miejsca według postępu.
podium-end-abandoned = Grę przerwano przed końcem. Nie ma miejsc.
podium-abandoned-title = Bez wyniku
dice-proof = Nikt, nawet ten serwer, nie mógł wybrać żadnego rzutu tej gry. Sprawdzono na twoim urządzeniu: { $checked } z { $rolls } rzutów.
dice-proof-title = Wszystkie rzuty się zgadzają
proof-see = Pokaż dowód
proof-title = Kości tej gry
proof-chip = Sprawdzone na tym urządzeniu: { $checked } z { $rolls } rzutów. Otwórz dowód.
proof-tick = Sprawdzono na tym urządzeniu
record-save = Zachowaj zapis
dice-proof-auto = { $n ->
    [one] Stół wykonał { $n } rzut za nieobecnego gracza.
    [few] Stół wykonał { $n } rzuty za nieobecnych graczy.
   *[other] Stół wykonał { $n } rzutów za nieobecnych graczy.
}
rematch = Rewanż
rematch-hint = Te same miejsca, nowe kostki.
to-start = Strona główna
podium-share = Udostępnij wynik
card-save = Zapisz obraz
card-dice = Sprawdzono wszystkie rzuty kostką: { $rolls }
see-board = Pokaż planszę
see-result = Pokaż wynik

## Połączenie i inne stany

loading = Rozkładamy planszę…
connecting = Łączenie…
offline = Brak połączenia. Twoje miejsce czeka.
unknown-outcome = Wysłane. Rozstrzygnie się po powrocie sieci.
not-found-title = Nie ma takiego stołu
not-found-body = Kod { $code } donikąd nie prowadzi. Może jest w nim błąd, a może stołu już dawno nie ma.
page-not-found-title = Nie ma takiej strony
page-not-found-body = Ten adres donikąd nie prowadzi.
closed-title = Ten stół jest zamknięty
closed-empty = Wszyscy odeszli.
closed-idle = Od dawna nic się tu nie działo.
closed-before = Gra przy tym stole się skończyła.
set-back = Serwer zgubił część tego, co działo się przy tym stole: przywrócono starszą kopię. Rozpoczęta gra jest skończona. To, co widziało to urządzenie, jest zachowane.
handed-damaged = Link nie był cały. Grasz dalej tutaj, ale to urządzenie sprawdza kostkę dopiero od teraz i rzuca bez własnej liczby.
stopped-title = Stop. Rzuty się nie zgadzają.
stopped-body = Twoje urządzenie sprawdziło rzut z serwera i nie jest to ten, który obiecano przed grą. Stąd nic więcej nie zostanie wysłane. Plansza stoi tak, jak stała, a dowody zostają na tym urządzeniu.
stopped-history-body = Serwer opowiada inną historię tej gry niż ta, którą pamięta twoje urządzenie. Stąd nic więcej nie zostanie wysłane. Plansza stoi tak, jak stała, a dowody zostają na tym urządzeniu.
stopped-next = Zachowaj dowody i pokaż je komuś, komu ufasz: można z nich sprawdzić, co się stało. Dopóki to się nie wyjaśni, graj gdzie indziej.
stopped-save = Zachowaj dowody
stopped-detail = Co znaleziono
failed-title = Nie można połączyć się ze stołem
failed-body = { $reason }
version-title = Strona jest nieaktualna
version-body = Serwer mówi nowszym językiem. Wczytaj stronę ponownie, żeby grać dalej.
reload = Wczytaj ponownie
crashed = Coś się zepsuło na stronie. Twoja gra jest bezpieczna na serwerze.
error-network = Serwer jest nieosiągalny. Sprawdź połączenie i spróbuj jeszcze raz.
error-server = Serwer nie mógł tego teraz zrobić. Spróbuj jeszcze raz.
error-too-many = Za dużo naraz. Odczekaj chwilę i spróbuj jeszcze raz.
dismiss = Zamknij komunikat

## Odmowy

refused-closed = Ten stół jest zamknięty.
refused-not_a_member = Najpierw zajmij miejsce.
refused-not_seated = Nie masz miejsca. Najpierw usiądź.
refused-not_host = Może to zrobić tylko gospodarz.
refused-game_running = Gra już trwa. Można to zrobić przed następną.
refused-game_over = Gra jest skończona.
refused-not_started = Gra się jeszcze nie zaczęła.
refused-bad_options = Do gry potrzeba od dwóch do czterech miejsc.
refused-no_such_seat = Tego miejsca nie ma w tej grze.
refused-seat_taken = Ktoś był szybszy: to miejsce jest zajęte.
refused-seat_open = To miejsce jest już wolne.
refused-table_full = Wszystkie miejsca są zajęte. Możesz patrzeć.
refused-own_seat = To twoje miejsce. Możesz je zwolnić.
refused-name_needed = Potrzebne jest imię.
refused-no_change = Już tak jest.
refused-too_few_players = Muszą być zajęte co najmniej dwa miejsca.
refused-stale = Gra poszła już dalej.
refused-not_your_turn = To nie twoja kolej.
refused-played_for_you = Ta kolejka jest grana za ciebie. Najpierw wróć do gry.
refused-roll_not_due = Teraz nie ma rzutu.
refused-move_not_due = Teraz nie ma ruchu.
refused-illegal_move = Ten pionek nie może tak pójść.
refused-out_of_play = Twoja gra jest już skończona.
refused-bad_name = Tego imienia nie można użyć.
refused-not_found = Nie ma takiego stołu.
refused-no_session = Ta przeglądarka nie przyjmuje ciasteczek, więc serwer jej nie rozpozna. Pozwól na nie na tej stronie.
refused-rate_limited = Za dużo naraz. Odczekaj chwilę.
refused-busy = Jest teraz za dużo do zrobienia. Spróbuj ponownie.
refused-restarting = Serwer uruchamia się ponownie. Twoja gra czeka.
refused-unavailable = Nie można teraz zapisać stołu, więc nic się nie zmieniło. Spróbuj ponownie.
refused-bad_handover = Ten kod jest nieznany, zużyty albo za stary. Poproś o nowy na drugim urządzeniu.
refused-other_person = Ta przeglądarka gra już za kogoś innego.
refused-internal = Coś jest nie tak z serwerem. Nic się nie zmieniło.
refused-slow = To urządzenie nie nadążało. Łączy się ponownie.
refused-damaged = Zapis tego stołu na serwerze jest uszkodzony. Stół stoi, dopóki osoba prowadząca serwer go nie przywróci.
refused-ahead = Serwer zgubił część tej gry. To, co widziało to urządzenie, jest zachowane.
refused-forbidden_origin = Ta strona ma inny adres niż serwer. Otwórz grę pod jej własnym adresem.
refused-technical = Strona i serwer się nie zrozumiały ({ $code }). Wczytaj stronę ponownie.

## Tytuł okna

title-turn = Twój ruch
title-table = Stół { $code }
