# Suites that take long, and about how many seconds on two busy cores. CTest starts them first, so
# that none runs alone at the end; without this it knows only what an earlier run took.
function(dd_long)
  while(ARGN)
    list(POP_FRONT ARGN name seconds)
    set(DD_LONG_${name} ${seconds} PARENT_SCOPE)
  endwhile()
endfunction()

dd_long(
  lint.called 20  lint.format 20  lint.scripts 20

  play.configure 80  play.matrix_setup 35  play.playground 30
  play.sealed 30  play.program 17  play.forgetting 16  play.spyfall_rules 12
  unit.games.decrypto_player 50
  unit.net.net_client 39  unit.picture.draws 39  unit.games.infiltrators_player 37
  unit.games.spyfall_random 34  unit.cli.infiltrators 28  unit.show.hurt 24
  unit.games.infiltrators_random 21  unit.fake.mxfake_shape 21  unit.games.decrypto_random 19
  unit.cli.program 18  unit.games.spyfall_player 16  unit.session.access 15
  unit.games.defaults 15  unit.session.house_trouble 14  unit.games.interceptor_player 12

  fake.setup 27  fake.discordjs 27  fake.program 17  fake.matrix.sdk 13

  sim.two_verifiers 100
  sim.salon.shapes 80  sim.leak_decrypto 47  sim.leak_spyfall 42
  sim.leak_interceptor 41  sim.salon.killed 41  sim.seed_2 36  sim.year 36  sim.wire.serve 30
  sim.party.openapi 25  sim.pseudo_language 20  sim.leak_infiltrators 26  sim.seed_4 25
  sim.salon.service 24  sim.seed_6 21  sim.wire.program 20
  sim.salon.hostile 18  sim.salon.worst 16  sim.party.interceptor 14  sim.seed_5 11
  sim.party.infiltrators 9  sim.party.decrypto 8  sim.party.spyfall 8

  kill.workers 70  kill.crash_points 100  kill.on_discord 140  kill.on_matrix 70
  kill.at_random 17  kill.disk_errors 15  kill.postgres_cut 85  kill.postgres_failover 30
  kill.postgres_hole 27

  browser.keys.lesson_interceptor 100  browser.keys.lesson_decrypto 100
  browser.keys.lesson_infiltrators 100  browser.keys.lesson_spyfall 100  browser.keys.by_ear 110
  browser.axe 300  browser.press 250  browser.four 210  browser.page 150
  browser.game 110  browser.games 100  browser.whole 85  browser.people 80  browser.odd 70
  browser.transcript 70

  real.encrypted 260  real.press 250  real.games 240  real.limits 260
  real.setup 70  real.harness 60  real.rooms 50

  bench.discord 30  bench.year 15)
