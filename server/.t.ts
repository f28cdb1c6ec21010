import { getLlama } from 'node-llama-cpp';
const llama=await getLlama({build:'never',progressLogs:false,maxThreads:1,logger(){}} as never);
const model=await llama.loadModel({modelPath:'/work/shared/data/stories260K.gguf'});
const ctx=await model.createContext({contextSize:8192,sequences:2});
const s=ctx.getSequence();
const tokens=model.tokenize('the cat and dog went. '.repeat(500)).slice(0,3800);
for(const step of [256,1024,4000]){
await s.clearHistory();let t=performance.now();
for(let i=0;i<tokens.length;i+=step){await s.evaluateWithoutGeneratingNewTokens(tokens.slice(i,i+step));}
console.log(step,tokens.length,'ms',(performance.now()-t).toFixed(0));
}
let t=performance.now();let n=0;for await(const x of s.evaluate([tokens[5]!],{temperature:0.7})){if(++n>=100)break;}console.log('gen100',n,performance.now()-t);
await s.clearHistory();t=performance.now();n=0;for await(const x of s.evaluate(tokens.slice(0,50),{temperature:0.7})){if(++n>=100)break;}console.log('gen short',n,performance.now()-t);
process.exit(0)
