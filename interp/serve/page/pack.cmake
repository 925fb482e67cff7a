# Packs the files of the page: each compressed by gzip and written as C, and index.html, which names the others below a folder
# that is the hash of them all, so that browsers keep them until they change.
# usage: cmake -DFILES=a.js,b.css -DINDEX=index.html -DEMBED=embed.cmake -DOUT=FOLDER -P pack.cmake; writes OUT/text_serve_page_*.c
string(REPLACE "," ";" files "${FILES}")
set(hashes)
foreach(file IN LISTS files)
    file(SHA256 ${file} hash)
    string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 16 hash)
file(READ ${INDEX} index)
string(REGEX REPLACE "\"(style\\.css|main\\.js)\"" "\"${hash}/\\1\"" index "${index}")
file(WRITE ${OUT}/index.html "${index}")
file(WRITE ${OUT}/hash.txt "${hash}")

function(embed file stem)
    execute_process(COMMAND ${CMAKE_COMMAND} -DTEXT=${file} -DSYMBOL=text_serve_page_${stem} -DOUT=${OUT}/text_serve_page_${stem}.c -P ${EMBED}
        COMMAND_ERROR_IS_FATAL ANY)
endfunction()
embed(${OUT}/index.html index)
embed(${OUT}/hash.txt hash)
foreach(file IN LISTS files)
    get_filename_component(stem ${file} NAME_WE)
    execute_process(COMMAND gzip -9nc ${file} OUTPUT_FILE ${OUT}/packed.gz COMMAND_ERROR_IS_FATAL ANY)
    embed(${OUT}/packed.gz ${stem})
endforeach()
