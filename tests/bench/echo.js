// node echo.js API: the smallest bot that discord.js can be: it answers every interaction.
import { Client, GatewayIntentBits, MessageFlags } from 'discord.js';

const client = new Client({
  intents: [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.DirectMessages,
  ],
  rest: { api: process.argv[2] },
});
client.on('error', (error) => console.log(`error: ${error}`));
client.on('interactionCreate', (interaction) => {
  interaction
    .reply({ content: 'pong', flags: MessageFlags.Ephemeral })
    .catch((error) => console.log(`not answered: ${error}`));
});
await client.login(process.env.BENCH_TOKEN);
