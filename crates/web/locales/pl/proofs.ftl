# Słowa dowodu kości i strony, która sprawdza zapisy. Jeden plik na język; każdy plik ma te same klucze.

brand = Ludo
language = Język
seat = { $seat ->
    [r] Czerwony
    [g] Zielony
    [y] Żółty
   *[b] Niebieski
}

## Dowód gry

proof-sentence = Nikt, nawet ten serwer, nie mógł wybrać żadnego rzutu w tej grze.
proof-server-only = Urządzenie żadnego gracza nie dodało do tej gry własnych liczb: kości mieszał sam serwer. Ustalił je przed grą i żadnej potem nie zmienił, ale mógł je wybrać.
proof-checked = Sprawdzone na twoim urządzeniu: { $checked } z { $rolls }.
proof-away = { $n ->
    [one] Za nieobecnego gracza stół rzucił { $n } raz.
   *[other] Za nieobecnych graczy stół rzucił { $n } razy.
}
proof-late = { $n ->
    [one] { $n } rzut padł, zanim ta strona była otwarta. Sprawdzisz go, gdy gra się skończy.
    [few] { $n } rzuty padły, zanim ta strona była otwarta. Sprawdzisz je, gdy gra się skończy.
   *[many] { $n } rzutów padło, zanim ta strona była otwarta. Sprawdzisz je, gdy gra się skończy.
}
proof-late-record = { $n ->
    [one] Na bieżąco: { $live }. Przed otwarciem tej strony padł { $n } rzut; sprawdzono go teraz, z zapisu gry.
    [few] Na bieżąco: { $live }. Przed otwarciem tej strony padły { $n } rzuty; sprawdzono je teraz, z zapisu gry.
   *[many] Na bieżąco: { $live }. Przed otwarciem tej strony padło { $n } rzutów; sprawdzono je teraz, z zapisu gry.
}
proof-record = Gotowy zapis mówi to samo, rzut po rzucie.
proof-coming = Pobieram zapis gry, żeby porównać…
proof-record-away = Zapisu gry nie udało się teraz pobrać. Otwórz to jeszcze raz, żeby go porównać.
proof-overtaken = { $n ->
    [one] { $n } raz stół rzucił za ciebie, choć twoje urządzenie poprosiło na czas. Tłumaczy to wolne łącze; serwer mógł też zajrzeć w obie kości.
   *[other] { $n } razy stół rzucił za ciebie, choć twoje urządzenie poprosiło na czas. Kilka takich tłumaczy wolne łącze; serwer mógł też zajrzeć w obie kości.
}
proof-none = Nikt jeszcze nie rzucił. Każdy rzut zostanie tu sprawdzony od razu.

record-bad = Stop. Zapis tej gry nie jest tym, co widziało to urządzenie.
record-other = Zapis, który wydaje serwer, jest zapisem innej gry.
record-other-roll = Rzut { $n } w zapisie serwera nie jest tym, który widziało to urządzenie.
record-save = Zachowaj zapis
to-verify = Sprawdź zapis

words-title = Cztery słowa do porównania
words-hint = Przeczytaj je innym. Wszędzie te same słowa: wszyscy widzieli tę samą grę.
words-hint-running = Po { $n } rzutach. Kto czyta teraz te same słowa, widział te same rzuty. Zmieniają się z każdym rzutem.

luck-title = Jak padały liczby
luck-player = Gracz
luck-rolls = { $n ->
    [one] { $n } rzut
    [few] { $n } rzuty
   *[many] { $n } rzutów
}
luck-range = uczciwa kostka daje każdą od { $least } do { $most } razy
luck-inside = Wszystkie liczby mieszczą się w tym, co tłumaczy traf.
luck-outside = { $n ->
    [one] { $n } liczba wykracza poza to, co tłumaczy traf. Raz to nic; w grze po grze byłoby dziwne.
    [few] { $n } liczby wykraczają poza to, co tłumaczy traf. Raz to nic; w grze po grze byłoby dziwne.
   *[many] { $n } liczb wykracza poza to, co tłumaczy traf. Raz to nic; w grze po grze byłoby dziwne.
}
luck-outside-cell = poza tym, co tłumaczy traf
luck-hint = Pasek to tyle, ile tłumaczy traf; kropka to tyle, ile padło. Na sto uczciwych gier w jednej jakaś kropka leży obok paska.

streaks-title = Najdłuższe serie
streak-wait = { $you ->
    [yes] Najdłużej na szóstkę czekasz ty: { $n } rzutów z rzędu bez niej.
   *[no] Najdłużej na szóstkę czekał gracz { $name }: { $n } rzutów z rzędu bez niej.
}
streak-sixes = { $you ->
    [yes] Najwięcej szóstek z rzędu masz ty: { $n }.
   *[no] Najwięcej szóstek z rzędu miał gracz { $name }: { $n }.
}
odds-nearly = Prawie każda uczciwa gra tej długości ma taką serię.
odds-ten = Na dziesięć uczciwych gier tej długości taką serię ma około { $n }.
odds-one = Na { $n } uczciwych gier tej długości taką serię ma około jedna.

made-title = Kto rzucał
made-linked = z liczbą z urządzenia gracza: { $n }
made-away = przez stół, za nieobecnego: { $n }
made-bot = przez bota na miejscu gracza: { $n }
made-no-link = z urządzenia bez liczb: { $n }
made-no-chain = bez własnych liczb, jak u bota: { $n }
made-none = jeszcze nic

how-title = Pokaż, jak to działa
how-before = Przed grą serwer zamknął w skrzynce po jednej tajnej liczbie na każdy przyszły rzut i to samo zrobiły urządzenia graczy. Skrzynki widzieli wszyscy; nikt nie mógł do nich zajrzeć ani nic w nich zmienić.
how-roll = Przy każdym rzucie otwierają się dwie skrzynki: serwera i gracza. Kość jest mieszana z obu liczb. Żadna strona nie znała liczby drugiej, więc żadna nie mogła wybrać rzutu.
how-check = Twoje urządzenie sprawdza, czy każda liczba pasuje do swojej skrzynki, miesza kość jeszcze raz i porównuje.
how-formula = Kość = mieszanka: liczba serwera, liczba gracza, który to rzut i wszystkie dotychczasowe liczby graczy. Od 1 do 6, wszystkie tak samo prawdopodobne.
rolls-none = Nie sprawdzono tu jeszcze żadnego rzutu.
rolls-at = { $from } do { $to } z { $n }
rolls-earlier = Wcześniejsze
rolls-later = Późniejsze
rolls-number = Rzut
rolls-player = Gracz
rolls-die = Kość
rolls-server = Liczba serwera
rolls-own = Liczba gracza
rolls-checked = Sprawdzono
mark-away = nieobecny
mark-bot = grał bot
mark-no-link = bez liczby
mark-no-chain = nie ma liczb
checked-live = sprawdzono od razu
checked-record = sprawdzono z zapisu

not-title = Czego to nie dowodzi
not-stop = Serwer może przerwać grę, zamiast otworzyć skrzynkę. Taka gra kończy się bez miejsc.
not-away = Może twierdzić, że gracza nie było, rzucić za niego i wziąć lepszy z dwóch rzutów. Każdy taki rzut jest oznaczony i policzony powyżej.
not-foresee = Razem z jednym graczem może znać rzuty z góry aż do następnego rzutu innego gracza. Zmienić ich nie może.
not-other-games = Może pokazywać różnym graczom różne gry. Zdradzą to cztery słowa.
not-together = Jeśli serwer i wszyscy gracze z liczbami działają razem, mogą wszystko; a całą grę może zmyślić każdy. Pieczęć mówi, czyja ona jest.

## Sprawdzanie zapisów

verify-title = Sprawdź kości gry
verify-hint = Wybierz zapis gry albo upuść go tutaj. Sprawdzi go twoja przeglądarka; nic nie jest nigdzie wysyłane.
verify-choose = Wybierz pliki
verify-drop = albo upuść je tutaj. Mogą to być pliki z wieloma grami.
verify-foot = Raz otwarta, ta strona nie potrzebuje sieci. To samo na twoim komputerze sprawdza program ludo verify.
verify-progress = { $file }: gier dotąd { $n }, { $percent } %
verify-all-good = { $n ->
    [one] Gra jest w porządku.
    [few] Wszystkie { $n } gry są w porządku.
   *[many] Wszystkie { $n } gier jest w porządku.
}
verify-wrong = { $n ->
    [one] Coś w tej grze się nie zgadza.
   *[other] Coś się nie zgadza; złych gier: { $wrong } z { $n }.
}
verify-more = { $n ->
    [one] i jeszcze { $n }, policzona wyżej
    [few] i jeszcze { $n }, policzone wyżej
   *[many] i jeszcze { $n }, policzonych wyżej
}
verify-game = { $file }, gra { $n }
verify-details = Liczby, serie i rzuty
verify-no-game = W pliku { $file } nie ma żadnej gry.
verify-unreadable = Pliku { $file } nie da się odczytać.
verify-good = To, kto zaczyna, i każda kość wynikają z tego, co ustalono przed grą. Nikt, nawet serwer, nie mógł wybrać żadnego rzutu.
verify-server-only = To, kto zaczyna, i każda kość wynikają z tego, co przed grą ustalił serwer. Urządzenie żadnego gracza nie brało w tym udziału, więc serwer mógł je wybrać.
verify-nothing = Wszystko rzucono na jednym urządzeniu, więc o kościach niczego się tu nie twierdzi.
wrong-face = Rzut { $n } pokazuje { $shown }, ale z liczb wychodzi { $right }. Ktoś go zmienił.
wrong-dice = Te kości się nie zgadzają.
wrong-no-proof = Ten zapis nie mówi nic o swoich kościach, więc nie ma czego sprawdzać.
wrong-form = To nie jest zapis gry albo zapis łamie zasady gry.
seal-own = Ma pieczęć tego serwera: nic w nim nie zmieniono.
seal-other = Ma pieczęć innego serwera, o kluczu { $key }. Nic w nim od tamtej pory nie zmieniono.
seal-unknown = Ma pieczęć serwera o kluczu { $key }. Nic w nim od tamtej pory nie zmieniono.
seal-not-compared = Ma pieczęć, choć nie tego serwera.
seal-none = Nie ma pieczęci: nikt nie ręczy za imiona, oznaczenia i koniec.
seal-broken = Pieczęć nie pasuje do tego zapisu: po opieczętowaniu coś zmieniono, na przykład imię, ruch albo czas.
